#!/bin/bash
# Packages of Debian, made of the tarball by someone who is not root, without git, with Debian's own flags; judged by
# lintian, installed, tested by debian/tests, and purged. Changes the machine: tests/clean/chroot.sh makes one for it.
set -u
cd "$(dirname "$0")/../.."
. tests/support/tap.sh
version=$(cat VERSION)
home=/home/builder
useradd --create-home builder
tar -xzf /bandstand.tar.gz -C $home
cp /bandstand.tar.gz "$home/bandstand_$version.orig.tar.gz"
chown -R builder: $home
chmod 755 "$scratch"
cd "$home/bandstand-$version" || exit
check "git is not there" sh -c '! command -v git'
check "the packages that debian/control asks for" apt-get -qq build-dep -y ./
check "dpkg-buildpackage, as a user" setpriv --reuid=builder --regid=builder --init-groups env HOME=$home \
    DEB_BUILD_OPTIONS="parallel=$(nproc)" dpkg-buildpackage -us -uc
tail -n 1 <<<"$(grep ' passed, ' <<<"$check_output")" | sed 's/^/# /'
check "without a warning of a compiler" test -z "$(grep ' warning: ' <<<"$check_output")"
cd .. || exit
packages=$(sed -n 's/^Package: //p' "bandstand-$version/debian/control")
for package in $packages; do check "$package" test -e "$(echo "$package"_*.deb)"; done
check "lintian" lintian --fail-on error,warning --allow-root bandstand_*.changes
check "they install" apt-get -qq install -y ./[!d]*.deb
files=$(dpkg -L $packages | sort -u | while read -r path; do [ -d "$path" ] || echo "$path"; done)
check "debian/tests" autopkgtest -q --no-built-binaries ./*.deb "bandstand-$version/" -- null
grep -E ' (PASS|FAIL|SKIP)' <<<"$check_output" | sed 's/^/# /'
check "they are purged" apt-get -qq purge -y $packages
left() { for path in $files; do [ ! -e "$path" ] || echo "$path"; done; }
check "and no file of theirs is left" test -z "$(left)"
done_testing

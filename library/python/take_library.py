"""Takes the shared library into the wheel: that which $BANDSTAND_LIBRARY names, or the one that `make lib` built; or,
where it is a folder, as `make PORTABLE=1 lib` fills it, the library in it and those in glibc-hwcaps/LEVEL, of which the
package takes one when it is imported. Where there is none, or the name is empty, the package has no library of its own,
and looks for one that is installed."""
import glob
import os
import sysconfig

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SONAME = "libbandstand.so.0"
BUILT = f"../../build/release/library/{SONAME}"


def libraries(path):
    """The place of each in the package, and where it is."""
    if not os.path.isdir(path):
        return {SONAME: path} if os.path.isfile(path) else {}
    found = [os.path.join(path, SONAME), *glob.glob(os.path.join(path, "glibc-hwcaps", "*", SONAME))]
    return {os.path.relpath(file, path): file for file in found if os.path.isfile(file)}


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        named = os.environ.get("BANDSTAND_LIBRARY")
        found = {} if named == "" else libraries(os.path.abspath(named or os.path.join(self.root, BUILT)))
        if named and SONAME not in found:
            raise FileNotFoundError(f"BANDSTAND_LIBRARY is {named}, which is neither a file nor a folder with {SONAME}")
        if not found:
            return
        for place, path in found.items():
            build_data["force_include"][os.path.realpath(path)] = f"bandstand/{place}"
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"

# For Spack 1: in a repository of yours as packages/bandstand/package.py. `url` and `sha256` are those of the release.
from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class Bandstand(MakefilePackage):
    """Applications and solvers of tridiagonal and block-tridiagonal systems, on CPU and GPU."""

    url = "file:///tmp/bandstand-0.1.0.tar.gz"
    license("BSD-3-Clause")

    version("0.1.0")

    variant("fftw", default=True, description="transforms by FFTW, which puts the program under the GPL")
    variant("suitesparse", default=True, description="sparse direct solvers, which put the program under the GPL")
    variant("cuda", default=False, description="kernels for GPUs; what is distributed needs ~fftw~suitesparse then")

    depends_on("c", type="build")
    depends_on("cxx", type="build", when="+cuda")
    depends_on("pkgconfig", type="build")
    depends_on("hdf5+hl")
    depends_on("libconfig")
    depends_on("muparser")
    depends_on("openblas")
    depends_on("xxhash")
    depends_on("fftw precision=float,double +openmp", when="+fftw")
    depends_on("suite-sparse@7.4:", when="+suitesparse")
    depends_on("cuda@12:", when="+cuda")
    depends_on("gnuplot", type="run")

    @property
    def options(self):
        # The compiler's wrapper adds the processor, in front of other options.
        chosen = [f"{name.upper()}={int(self.spec.satisfies('+' + name))}" for name in ("fftw", "suitesparse", "cuda")]
        return ["ARCH=", *chosen]

    def build(self, spec, prefix):
        make(*self.options, "all", "lib")

    def install(self, spec, prefix):
        make(*self.options, f"PREFIX={prefix}", "install")

    def check(self):
        make(*self.options, "quick")

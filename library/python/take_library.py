"""Takes the shared library into the wheel: that which $BANDSTAND_LIBRARY names, or the one that `make lib` built. Where
there is neither, or the name is empty, the package has no library of its own, and looks for one that is installed."""
import os
import sysconfig

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "../../build/release/library/libbandstand.so.0"


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        named = os.environ.get("BANDSTAND_LIBRARY")
        library = os.path.abspath(named or os.path.join(self.root, BUILT))
        if named and not os.path.isfile(library):
            raise FileNotFoundError(f"BANDSTAND_LIBRARY is {named}, which is not a file")
        if named == "" or not os.path.isfile(library):
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["force_include"][os.path.realpath(library)] = "bandstand/libbandstand.so.0"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"

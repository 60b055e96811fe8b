"""own_core.py PERCENT COMMAND...: runs a command that sees PERCENT of the core as its own, and the
rest as that of others, whoever else uses the machine meanwhile (core_share.c)."""

import os
import pathlib
import subprocess
import sys
import tempfile

source = pathlib.Path(__file__).with_name("core_share.c")
with tempfile.TemporaryDirectory() as folder:
    library = pathlib.Path(folder) / "core_share.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, source], check=True)
    options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    sys.exit(subprocess.run(sys.argv[2:], env={**os.environ, "LD_PRELOAD": str(library),
                                               "ASAN_OPTIONS": options,
                                               "CORE_SHARE": sys.argv[1]}).returncode)

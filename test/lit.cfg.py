# Configuration of the lit tests in test/lit/<folder>/*.mlir.
#
# Substitutions: %autotune_lib the plugin, %autotune the program, %lab the laboratory, %bin their folder,
# %libomp OpenMP's runtime, %models test/models, %source the checkout, %python this interpreter or that of --param python=PATH, and the short forms
#   mlir-opt       MLIR's driver from the LLVM the plugin was built with
#   autotune-opt   the same with the plugin loaded
# and the environment of a program that starts scripts (%no_leaks) or asks for more memory than there is (%no_memory).
# Nothing depends on the machine that runs the tests: no timing, a fixed target.
import importlib.util
import os
import shutil
import sys

import lit.formats

config.name = "autotune"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.autotune_source, "test", "lit")
config.test_exec_root = os.path.join(config.autotune_build, "test", "lit")

tools = os.path.join(config.llvm_prefix, "bin")
library = os.path.join(config.autotune_build, "lib", "libautotune.so")
config.environment["PATH"] = os.pathsep.join([tools, config.llvm_tools, os.environ["PATH"]])
# What whoever runs the tests has calibrated is no part of them.
config.environment["XDG_CONFIG_HOME"] = os.path.join(config.autotune_build, "test", "no_config")
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "QEMU_LD_PREFIX"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# The plugin of a sanitized build needs the sanitizer's runtime in the host program from its start: the commands of documents
# find an mlir-opt-22 that preloads it, and a script that such a program starts is watched too, whose leaks are not ours.
opt = f"{tools}/mlir-opt"
no_leaks = no_memory = ""
if config.sanitizer_runtime:
    config.available_features.add("sanitized")
    preloading = os.path.join(config.autotune_build, "test", "preloading")
    os.makedirs(preloading, exist_ok=True)
    with open(os.open(f"{preloading}/mlir-opt-22", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o755), "w") as file:
        file.write(f'#!/bin/sh\nLD_PRELOAD={config.sanitizer_runtime} exec {opt} "$@"\n')
    opt = f"env LD_PRELOAD={config.sanitizer_runtime} {opt}"
    no_leaks = f"ASAN_OPTIONS={os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=0"
    no_memory = f"ASAN_OPTIONS={os.environ.get('ASAN_OPTIONS', '')}:allocator_may_return_null=1:log_path=stderr"
    config.environment["PATH"] = os.pathsep.join([preloading, config.environment["PATH"]])
    config.environment["SANITIZER_RUNTIME"] = config.sanitizer_runtime

# An interpreter that has NumPy, for the Python package, which needs the library that no sanitizer watches.
python = lit_config.params.get("python", sys.executable)
interpreters = [each for each in (python, "/usr/bin/python3") if os.path.exists(each)]
python_numpy = next((each for each in interpreters if importlib.util.find_spec("numpy") or each != sys.executable), None)
compiler_library = os.path.join(config.autotune_build, "lib", "libautotune-compiler.so")
if python_numpy and os.path.exists(compiler_library):
    config.available_features.add("python-package")

# What tests run is tuned for x86-64; another processor refuses that by name. A test that needs code of an x86-64 itself, or what is
# chosen for one, REQUIRES: host-x86_64.
config.available_features.add(f"host-{config.processor}")
if config.processor != "x86_64":
    for_host = f"{sys.executable} {config.autotune_source}/test/for_host.py"
    config.substitutions.append((r"%autotune(?= (run|bench|tune|compile)\b)", f"{for_host} %autotune"))
config.substitutions += [
    ("%autotune_lib", library),
    ("%bin", os.path.join(config.autotune_build, "bin")),
    (r"%autotune\b", os.path.join(config.autotune_build, "bin", "autotune")),
    (r"%lab\b", os.path.join(config.autotune_build, "bin", "autotune-lab")),
    ("%{python_numpy}", python_numpy or "false"),
    ("%compiler_library", compiler_library),
    ("%models", os.path.join(config.autotune_source, "test", "models")),
    ("%python", python),
    ("%source", config.autotune_source),
    ("%no_leaks", no_leaks),
    ("%no_memory", no_memory),
    ("%libomp", config.libomp),
    ("%mlir_lib_dir", os.path.join(config.llvm_prefix, "lib")),
    (r"\bautotune-opt\b", f"{opt} --load-pass-plugin={library}"),
    (r"(?<![/\w-])mlir-opt(-22)?(?![\w-])", f"{tools}/mlir-opt"),
]
if shutil.which("qemu-aarch64") and shutil.which("aarch64-linux-gnu-gcc"):
    config.available_features.add("aarch64")  # what is compiled for it can be linked and run
config.available_features.add("plugin" if os.path.exists(library) else "no-plugin")

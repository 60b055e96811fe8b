"""Models in ONNX and StableHLO: brought to linalg by the importer of the package, which asks IREE."""
from __future__ import annotations

import importlib.metadata
import pathlib
import subprocess
import sys

from . import _compiler, _source
from ._errors import Mistake, Unsupported

EXTRA = "onnx"


def script_path() -> pathlib.Path:
    """Beside the program; of a build, the one of its checkout."""
    own = _compiler.program_path().parent / "autotune-import"
    return own if own.exists() else pathlib.Path(__file__).parents[2] / "scripts/import"


def needed() -> list[str]:
    """The packages of the extra, NAME==VERSION."""
    return [each.split(";")[0].strip() for each in importlib.metadata.requires("mlir-autotune") or []
            if f'extra == "{EXTRA}"' in each.replace("'", '"')]


def check_packages() -> None:
    for each in needed():
        name, version = each.split("==")
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = "missing"
        if found != version:
            raise Mistake(f"models in ONNX and StableHLO need {each}, which is {found}: pip install 'mlir-autotune[{EXTRA}]'")


def versions(script: pathlib.Path) -> list[str]:
    """What an import depends on beside the model."""
    return [_source.digest(each) for each in (script, script.parent / "quantised_onnx.py") if each.is_file()] + needed()


def import_model(path: pathlib.Path) -> pathlib.Path:
    """The model on linalg, as bytecode in the cache. Names and unknown sizes are kept."""
    script = script_path()
    if script.parent.name != "scripts":  # the checkout's makes an environment of its own
        check_packages()
    out = _source.cache_folder() / "imports" / (_source.import_key(_source.digest(path), versions(script)) + ".mlirbc")
    if out.exists():
        _source.touch(out)
        return out
    out.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([sys.executable, str(script), str(path), "-o", str(out)], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise (Mistake if done.returncode == 2 else Unsupported)(lines[-1].removeprefix("import: "))
    return out

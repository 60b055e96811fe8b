"""Models in ONNX and StableHLO, brought to linalg: StableHLO by jaxlib where it can, the rest by the importer of the package, which asks IREE."""
from __future__ import annotations

import importlib.metadata
import pathlib
import subprocess
import sys

from . import _compiler, _source, _stablehlo
from ._errors import Mistake, Unsupported

EXTRA = "onnx"


def script_path() -> pathlib.Path:
    """Beside the program; of a build, the one of its checkout."""
    own = _compiler.program_path().parent / "autotune-import"
    return own if own.exists() else pathlib.Path(__file__).parents[2] / "scripts/import"


def needed() -> list[str]:
    """The packages of the extra, NAME==VERSION; of a package that is no installed one, none: its script has their versions."""
    try:
        required = importlib.metadata.requires("mlir-autotune") or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [each.split(";")[0].strip() for each in required if f'extra == "{EXTRA}"' in each.replace("'", '"')]


def check_packages(reason: str) -> None:
    """`reason`: why they are needed although there is jaxlib."""
    for each in needed():
        name, version = each.split("==")
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = "missing"
        if found != version:
            raise Mistake(f"{reason}models in ONNX, and those in StableHLO that jaxlib does not lower, need {each}, which is {found}: "
                          f"pip install 'mlir-autotune[{EXTRA}]', or for StableHLO jax")


def versions(script: pathlib.Path) -> list[str]:
    """What an import depends on beside the model."""
    return [_source.digest(each) for each in (script, script.parent / "quantised_onnx.py") if each.is_file()] + needed()


def import_model(path: pathlib.Path) -> pathlib.Path:
    """The model on linalg, as a file in the cache. Names and unknown sizes are kept."""
    script = script_path()
    by_jax = None if path.suffix == ".onnx" else _stablehlo.version()
    stem = _source.import_key(_source.digest(path), [*versions(script), by_jax or ""])
    out = _source.cache_folder() / "imports" / f"{stem}.mlirbc"
    for made in (out, out.with_suffix(".mlir")):
        if made.exists():
            _source.touch(made)
            return made
    reason = ""
    if by_jax:
        try:
            return _source.write_once(out.with_suffix(".mlir"), _stablehlo.lower(path.read_bytes()).encode())
        except Unsupported as error:
            reason = f"{error}; "
    if script.parent.name != "scripts":  # the checkout's makes an environment of its own
        check_packages(reason)
    import_by_script(script, path, out)
    return out


def import_by_script(script: pathlib.Path, path: pathlib.Path, out: pathlib.Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([sys.executable, str(script), str(path), "-o", str(out)], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise (Mistake if done.returncode == 2 else Unsupported)(lines[-1].removeprefix("import: "))

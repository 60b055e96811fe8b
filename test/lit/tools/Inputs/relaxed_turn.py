"""Prints what relaxed.turn makes of a program that prints a module and times, and which tables have figures of fp=relaxed."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "bench/tables"))
import common
import relaxed

PROGRAM = """#!/bin/sh
case "$*" in
*fail*) echo "no such op" >&2; exit 4;;
*relaxed*) printf 'module {\\n  other\\n}\\n@f\\n  tuned      min     1.0000 ms  median     1.2500 ms  (9 repeats of 1)\\n';;
*last*) printf 'module {\\n}\\n'; exec sleep 600;;
*) printf 'module {\\n}\\n@f\\n  tuned      min     2.0000 ms  median     2.5000 ms  (9 repeats of 1)\\n';;
esac
"""
folder = pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
common.PROGRAM = folder / "program"
common.PROGRAM.write_text(PROGRAM)
common.PROGRAM.chmod(0o755)
figure, module = relaxed.turn("model.mlir")
print("constant", figure)
print("another module", relaxed.turn("model.mlir", *relaxed.FLAGS, other=module)[0])
print("the same module", relaxed.turn("model.mlir", "last", other=module)[0])
measures = relaxed.Measures.__new__(relaxed.Measures)
measures.others = {f"ours relaxed {count}": f"ours const {count}" for count in (1, 2)}
print("in its place", measures.filled({"ours const 1": 2, "ours relaxed 1": relaxed.SAME, "ours const 2": 3, "ours relaxed 2": 1}))
try:
    relaxed.turn("model.mlir", "fail")
except common.WrongResult as problem:
    print("failed", str(problem).strip())


def kept(about, *rows):
    return {"about": about, "runs": [{"rows": list(rows)}]}


new, old = {"relaxed_error": 1e-6}, {}
print("known", relaxed.is_known(kept({"relaxed": True}, new)), relaxed.is_known(kept({"relaxed": True}, new, old)), relaxed.is_known(kept({}, old)))
print(relaxed.error_line([{"name": "a", **new}, {"name": "b", "relaxed_error": 2e-5}]))

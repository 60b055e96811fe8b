"""Networks with constant weights under fp=relaxed (docs/numerics.md) beside what they are without it: measured only where the tuned module
is another one, and how far its values are from those of ONNX Runtime with run-time weights.
"""
import re
import subprocess
import tempfile

import common
import networks
import workloads

FLAGS = ("--constant-weights", "--fp", "relaxed")
SAME = "same"  # in the place of a figure: the module is the one that the other figure is of
TIMES = re.compile(r"^ +tuned +min +([0-9.]+) ms +median +([0-9.]+) ms", re.M)


def read_module(stream):
    """The module that `autotune run --print` writes before it makes code of it."""
    lines = []
    for line in stream:
        lines.append(line)
        if line == "}\n":
            break
    return "".join(lines)


def turn(path, *flags, other=None, repeats=common.REPEATS):
    """({"median", "least"}, text of the tuned module); (SAME, text) where that is `other`, then without a measurement."""
    command = [common.PROGRAM, "run", path, *common.target_flags(), "--time", "--only-tuned", "--repeats", repeats, "--print", *flags]
    with tempfile.TemporaryFile("w+") as errors, subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        text = read_module(process.stdout)
        if text and text == other:
            process.kill()
            return SAME, text
        rest = process.stdout.read()
        if process.wait() or not (found := TIMES.search(rest)):
            errors.seek(0)
            raise common.WrongResult(f"{path}: {rest}{errors.read()}")
    least, median = (float(number) / 1e3 for number in found.groups())
    return {"median": median, "least": least}, text


class Measures:
    """Of one network: `measures` are functions for threads.one_turn that measure ours with constant weights, then the same under
    fp=relaxed. On one thread either leaves its values, for error()."""

    def __init__(self, name, ours, counts):
        """`ours`: what `{ours} const 1` and the others begin with."""
        self.name, self.path = name, networks.path_of(name)
        self.folder = common.WORK / "relaxed"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.values = self.folder / "values.npz"
        self.modules = {}
        self.inputs = self.shifted_inputs()
        self.others = {f"{ours} relaxed {count}": f"{ours} const {count}" for count in counts}
        self.measures = {**{f"{ours} const {count}": (lambda count=count: self.constant(count)) for count in counts},
                         **{f"{ours} relaxed {count}": (lambda count=count: self.relaxed(count)) for count in counts}}

    def shifted_inputs(self):
        """The operands that scale, around 1 (bench/peers/expected.py), as a file of `autotune run --inputs`; what code takes does not
        depend on them."""
        import expected
        import numpy
        import onnx
        model = onnx.load(common.ROOT / "data" / "models" / f"{self.name}.onnx")
        if not (shifted := expected.scaling(model)):
            return ()
        values = expected.operands(model, self.name)
        path = self.folder / "shifted.npz"
        numpy.savez(path, **{f"arg{position}": values[position] + numpy.float32(1) for position in shifted})
        return "--inputs", path

    def leaving_values(self, count):
        return (*self.inputs, "--outputs", self.values) if count == 1 else ()

    def constant(self, count):
        figure, self.modules[count] = turn(self.path, "--threads", count, FLAGS[0], *self.leaving_values(count))
        return figure

    def relaxed(self, count):
        return turn(self.path, "--threads", count, *FLAGS, *self.leaving_values(count), other=self.modules[count])[0]

    def filled(self, results):
        """Those with the figure of the same module in the place of SAME."""
        return {who: results[self.others[who]] if figure == SAME else figure for who, figure in results.items()}

    def error(self):
        """The largest difference from ONNX Runtime's values, relative to the largest one of an output; of the logits where the softmax
        at the end has left one value."""
        import expected
        import numpy
        path = self.values
        if of_logits := expected.is_saturated(self.name):
            path = self.folder / "logits.npz"
            turn(expected.write_logits_module(self.name, self.folder), *FLAGS, *self.inputs, "--outputs", path, repeats=1)
        with numpy.load(path) as found:
            ours = [found[f"result{number}"] for number in range(len(found.files))]
        theirs = expected.outputs(self.name, of_logits=of_logits)[0]
        error = float(numpy.max([numpy.abs(a.astype(numpy.float64).reshape(-1) - numpy.asarray(b, numpy.float64).reshape(-1)).max() / numpy.abs(b).max()
                                 for a, b in zip(ours, theirs, strict=True)]))
        if not error <= workloads.TOLERANCE:
            raise common.WrongResult(f"{self.name}: fp=relaxed differs from ONNX Runtime by {error:.2g} of the largest value")
        return error


# --- the document

SENTENCE = ("*Relaxed*: ours with `fp=relaxed`, which may compute 3x3 convolutions by Winograd's products of tiles, whose transforms round, and subtract what they multiplied by up to 8 before, "
            "and folds scales and shifts of channels into weights and initial values, which are rounded once for each op that is folded ([numerics.md](../../docs/numerics.md#products-of-tiles)). "
            "*Error*: the largest difference of that from ONNX Runtime's values on the same operands, with run-time weights, relative to the largest value of the output; of the logits "
            "where the softmax at the end leaves one value. Where `fp=relaxed` gives the same module, its figure is the same one.")


def is_known(kept):
    """Whether all of a table has it: figures of other builds are not mixed in."""
    return bool(kept["about"].get("relaxed")) and all("relaxed_error" in row for run in kept["runs"] for row in run["rows"])


def cell(row):
    return f"{row['relaxed_error']:.1e}"


def error_line(rows):
    worst = max(rows, key=lambda row: row["relaxed_error"])
    return f"- The largest error under fp=relaxed: {cell(worst)}, {worst['name']}."

"""The Python package on models of all kinds, beside NumPy: prints how many checks hold, or which does not."""
import concurrent.futures
import contextlib
import importlib
import io
import os
import pathlib
import platform
import pydoc
import signal
import subprocess
import sys
import threading
import time
from unittest import mock

import numpy as np

import autotune
import models
from autotune import records

SOURCE = pathlib.Path(sys.argv[1])
WORK = pathlib.Path(sys.argv[2])
TARGET = "x86-64-v3" if platform.machine() == "x86_64" else "host"
draw = np.random.default_rng(3)
checks = 0


def holds(is_right, what):
    global checks
    checks += 1
    if not is_right:
        sys.exit(f"does not hold: {what}")


def compile(model, **options):
    return autotune.compile(model, target=TARGET, **options)


def floats(*shape):
    return draw.standard_normal(shape).astype(np.float32)


def close(result, expected, tolerance=1e-5):
    result = np.asarray(result)
    return result.shape == expected.shape and np.allclose(result, expected, rtol=tolerance, atol=tolerance)


def fails(kind, words, call, *arguments, **options):
    try:
        call(*arguments, **options)
    except kind as error:
        holds(words in str(error), f"{words!r} in {error!r}")
        return str(error)
    holds(False, f"{kind.__name__} with {words!r}")
    return ""


class Lent:
    """An object that only lends its memory, as those of other packages."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def check_static():
    f = compile(SOURCE / "docs/examples/dense.mlir")
    a, b, c = floats(32, 64), floats(64, 96), floats(96)
    expected = np.maximum(a @ b + c, 0)
    result = f(a, b, c)
    holds(close(result, expected, 1e-4), "a dense layer")
    holds(result.ctypes.data % 64 == 0 and result.flags.writeable, "an aligned result")
    holds(np.array_equal(f(a, b, c), f.functions["dense"](a, b, c)), "a function by its name")
    holds(close(f(Lent(a), b, Lent(c)), expected, 1e-4), "memory of others")
    holds(close(f(a.astype(">f4"), np.asfortranarray(b), np.repeat(c, 2)[::2]), expected, 1e-4), "what has to be copied")
    unaligned = np.zeros(a.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(a.shape)
    unaligned[:] = a
    b.flags.writeable = False
    holds(close(f(unaligned, b, c.tolist()), expected, 1e-4), "unaligned, read-only, a list")
    fails(TypeError, "argument 0 of dense is f32[32, 64], not float64", f, a.astype(np.float64), b, c)
    fails(ValueError, "its shape here is [64, 32]: its shape is fixed", f, a.T, b, c)
    fails(ValueError, "it has 1 dimensions, not 2", f, a, b, floats(96, 1))
    fails(TypeError, "takes 3 arguments, not 2", f, a, b)
    fails(TypeError, "is no array of f32[96]", f, a, b, "nonsense")
    fails(TypeError, "is no array of f32[96]", f, a, b, None)
    fails(TypeError, "not complex64", f, a, b, c.astype(np.complex64))
    holds("dense(arg0: f32[32, 64], arg1: f32[64, 96], arg2: f32[96]) -> f32[32, 96]" in repr(f), repr(f))
    holds("learned model" in f.kernels[0].why and f.kernels[0].predicted_seconds > 0, "why a schedule was chosen")
    holds("<td>linalg.matmul</td>" in f._repr_html_(), "a table of kernels")
    holds(all("arg1: f32[64, 96]" in pydoc.plain(pydoc.render_doc(each)) for each in (f, f.main)), "help() shows shapes")
    f.save(WORK / "dense.so")
    holds("int dense_dense(" in (WORK / "dense.h").read_text(), "a header beside the library")
    subprocess.run([sys.argv[3], "compile", SOURCE / "docs/examples/dense.mlir", "-o", WORK / "cli.so", "--prefix", "dense",
                    "--target", TARGET, "--quiet"], check=True)
    holds((WORK / "cli.h").read_bytes() == (WORK / "dense.h").read_bytes(), "the header that the program writes")


def check_sizes():
    f = compile(models.LAYER, sizes={"batch": [1, 8]})
    w = floats(24, 16)
    for batch in (1, 7, 0, 33):
        x = floats(batch, 24)
        product, exponentials = f(x, w)
        holds(close(product, x @ w) and close(exponentials, np.exp(x @ w), 1e-4), f"a batch of {batch}")
    fails(ValueError, "its shape here is [7, 23]", f, floats(7, 23), w)
    joined = compile(models.JOINED)
    a, b = floats(3, 4), floats(0, 4)
    holds(close(joined(a, a), np.concatenate([a, a])) and close(joined(a, b), a), "a computed size")
    rows = compile(models.elementwise("rows", "add", "f32", "?", 2).replace("tensor.empty()", "tensor.empty(%n)").replace(
        "  %e", "  %z = arith.constant 0 : index\n  %n = tensor.dim %a0, %z : tensor<?xf32>\n  %e", 1))
    fails(ValueError, "size arg0.0 is 3 in an argument before it", rows, floats(3), floats(2))
    add = compile(models.elementwise("add", "add", "f32", "?", 2).replace("tensor.empty()", "tensor.empty(%n)").replace(
        "  %e", "  %z = arith.constant 0 : index\n  %n = tensor.dim %a0, %z : tensor<?xf32>\n  %e", 1).replace(
            "%a0: tensor<?xf32>,", '%a0: tensor<?xf32> {autotune.dims = ["n"]},').replace(
                "%a1: tensor<?xf32>)", '%a1: tensor<?xf32> {autotune.dims = ["n"]})'))
    fails(ValueError, "size n is 3 in an argument before it", add, floats(3), floats(4))


def check_types():
    a, b, c = (draw.integers(-8, 8, shape, np.int8) for shape in ((5, 32), (32, 16), (5, 16)))
    product = compile(models.INTEGER_PRODUCT)
    expected = a.astype(np.int32) @ b.astype(np.int32) + c
    holds(np.array_equal(product(a, b, c.astype(np.int32)), expected), "a product of i8")
    holds(np.array_equal(product(a.view(np.uint8), b, c.astype(np.int32)), expected), "the bits of i8")
    x = floats(8, 3).astype(np.float16)
    half = compile(models.elementwise("half", "add", "f16", inputs=2))
    holds(half(x, x).dtype == np.float16 and np.array_equal(half(x, x), x + x), "f16")
    bits = compile(models.elementwise("bits", "add", "bf16", inputs=2))
    one = np.full((8, 3), 0x3F80, np.uint16)
    holds(np.array_equal(bits(one, one.view(np.int16)), np.full((8, 3), 0x4000)), "the bits of bf16")
    fails(TypeError, "uint16 holds no floating-point numbers", bits, [[1.5] * 3] * 8, one)
    fails(TypeError, "int32 holds no floating-point numbers", product, a, b, (c + 0.5).tolist())
    double = compile(models.elementwise("double", "exp", "f64", ""))
    holds(close(double(np.array(1.0)), np.array(np.e), 1e-12) and close(double(1.0), np.array(np.e), 1e-12), "rank 0")
    none = compile(models.elementwise("none", "exp", "f32", "0x3"))
    holds(none(floats(0, 3)).shape == (0, 3), "no elements")


def check_scalars():
    f = compile(models.SCALED)
    x = floats(6)
    scaled, twice, n = f(x, 2.5, -3)
    holds(close(scaled, x * np.float32(2.5)) and twice == 5.0 and n == -3, "numbers in and out")
    fails(ValueError, "300 does not fit", f, x, 2.5, 300)
    fails(TypeError, "is one number of f32", f, x, "wide", 1)
    place = compile(models.IN_PLACE)
    changed = x.copy()
    holds(place(changed) is None and close(changed, np.exp(x)), "a memref is changed in place")
    changed.flags.writeable = False
    fails(ValueError, "read-only", place, changed)
    fails(TypeError, "is written to: give an array", place, x.tolist())
    passed = compile(models.PASSED)
    holds([passed(number) for number in (3, 1.0, np.uint16(0x4040))] == [0x4040, 0x3F80, 0x4040], "numbers and bits of bf16")
    fails(ValueError, "has to be contiguous", place, np.zeros(12, np.float32)[::2])


def check_threads():
    f = compile(models.LARGE, threads=2)
    a, b, c = floats(96, 128) / 16, floats(128, 64) / 16, floats(96, 64)
    expected = np.exp(a @ b + c) + a @ b
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: f(a, b, c), range(64)))
    holds(all(close(result, expected, 1e-4) for result in results), "64 calls from four threads")


def check_measured():
    f = compile(SOURCE / "docs/examples/dense.mlir")
    f.report(WORK / "dense.html")
    holds("<html" in (WORK / "dense.html").read_text() and all(kernel.measured_seconds > 0 for kernel in f.kernels), "a page, and what it measured")
    two = compile(models.LARGE + models.LAYER)
    fails(autotune.Mistake, "layer is measured at one size of batch: give sizes={'batch': 8}", two.measure)
    fails(autotune.Mistake, "there is no size 'rows'; open are batch", two.measure, sizes={"rows": 2})
    fails(autotune.Mistake, "there is no function 'none': name one of large, layer", two.report, WORK / "none.html", function="none")
    fails(autotune.Mistake, "sizes: 5 names no dimension", two.measure, sizes=5)
    two.report(WORK / "two.html", function="large")
    holds({kernel.function for kernel in two.kernels if kernel.measured_seconds} == {"large"}, "a page of one of two functions")
    holds({kernel.function for kernel in two.measure(sizes={"batch": 5}) if kernel.measured_seconds} == {"large", "layer"}, "two functions")
    sums = compile(models.SUMS)
    fails(autotune.Mistake, "at one size of", sums.measure)
    holds(any(kernel.measured_seconds for kernel in sums.measure(sizes={name: 300 for name in sums.main.sizes})), "a size without a name")


def check_tosa():
    f = compile(models.TOSA)
    a, b = floats(1, 6, 5), floats(1, 6, 5)
    holds(close(f(a, b), np.maximum(a + b, 0)), "TOSA")
    holds(compile(bytearray(models.TOSA, "utf-8")).main.name == "tosa", "its bytes")


def compile_elsewhere():
    """As if for another machine: the linkers of those are seldom installed."""
    fill = autotune._model.fill

    def fill_elsewhere(folder, *rest):
        fill(folder, *rest)
        library = folder / "model.so"
        code = bytearray(library.read_bytes())
        code[18] ^= 0xFF  # the machine, in ELF
        library.write_bytes(code)

    autotune._model.fill = fill_elsewhere
    try:
        compile(models.SCALED, fp="source")
    finally:
        autotune._model.fill = fill


def check_mistakes():
    fails(autotune.Mistake, "there is no model", compile, WORK / "none.mlir")
    fails(autotune.Mistake, "the model is empty", compile, b"")
    fails(autotune.Mistake, "the model is empty", compile, "")
    fails(autotune.Failure, "cannot be loaded on this machine", compile_elsewhere)
    fails(autotune.Mistake, "expected", compile, "func.func @f( {")
    fails(autotune.Mistake, "no option is named 'nonsense'", compile, models.LARGE, nonsense=1)
    fails(autotune.Mistake, "option 'fp'", compile, models.LARGE, fp="exact")
    fails(autotune.Mistake, "has no public function", compile, "module {}")
    fails(TypeError, "a model is a path", compile, 3)
    fails(autotune.Mistake, "there is no model aaa", compile, "a" * 5000)
    fails(autotune.Mistake, "cannot parse", compile, "\udcff\n")
    fails(TypeError, "records: 3 is no path", compile, models.LARGE, records=3)
    for jobs in ("two", -1, 1.5, None):
        fails(autotune.Mistake, "is no number of threads", compile, models.LARGE, jobs=jobs)
    fails(autotune.Mistake, "saved as NAME.so", compile(models.SCALED).save, WORK / "scaled.dll")
    braces = WORK / "a{b}.mlir"
    braces.write_text(models.SCALED)
    holds("scaled" in compile(str(braces), threads=None).functions, "a path with braces, an option that is not given")
    holds("layer" in compile(models.LAYER, sizes={"batch": np.int64(4)}).functions, "a size of NumPy")
    fails(autotune.Mistake, "sizes: 5 names no dimension", compile, models.LAYER, sizes=5)
    for minutes in (None, 0, "2"):
        fails(autotune.Mistake, "is no time; give a number above 0", autotune.tune, compile(models.LAYER), minutes=minutes, records="x")
    fails(TypeError, "what is tuned is a model that autotune.compile gave, not str", autotune.tune, models.LAYER, minutes=1, records="x")
    path = WORK / "changing.mlir"
    path.write_text(models.SCALED)
    f = compile(path)
    path.write_text(models.LARGE)
    fails(autotune.Mistake, "has changed", f.save, WORK / "changed.so")
    holds("large" in compile(path).functions, "another model under the same name")


def check_cache():
    folder = autotune.cache_folder()
    before = sorted(folder.iterdir())
    first, again = compile(models.SCALED), compile(models.SCALED)
    holds(sorted(folder.iterdir()) == before and len(before) > 5, "the same model is compiled once")
    holds(close(first(floats(6), 1.0, 1)[0], again(floats(6), 0.0, 1)[0]) is False, "two handles of one library")
    compile(models.SCALED, fp="strict")
    added = set(folder.iterdir()) - set(before)
    holds(len(added) == 1, "other options are another library")
    cut = added.pop() / "model.so"
    whole = cut.read_bytes()
    cut.unlink()
    cut.write_bytes(whole[:1000])
    holds(compile(models.SCALED, fp="strict")(floats(6), 1.0, 1)[2] == 1 and cut.stat().st_size > 1000, "a library that is cut off")


def check_cache_size():
    """What was used least recently goes first; a model that is loaded still works."""
    folder, limit = autotune.cache_folder(), "AUTOTUNE_CACHE_BYTES"
    old, used = compile(models.SCALED, max_candidates=101), compile(models.SCALED, max_candidates=102)
    os.environ[limit] = str(sum(autotune._source.usage_of(each)[1] for each in [*folder.iterdir(), *folder.glob("models/*")]))
    compile(models.SCALED, max_candidates=101)
    before = set(folder.iterdir())
    compile(models.SCALED, max_candidates=103)
    left = set(folder.iterdir())
    holds(before - left and left - before, "there is a limit to what is kept")
    os.environ[limit] = "1"
    last = compile(models.SCALED, max_candidates=105)
    holds(len([each for each in folder.iterdir() if each.name not in ("models", "imports")]) == 1, "what was used last stays")
    holds(all(each(floats(6), 1.0, 1)[2] == 1 for each in (old, used, last)), "a library that is loaded")
    os.environ[limit] = "much"
    fails(autotune.Mistake, "give a number of bytes", compile, models.SCALED, max_candidates=104)
    del os.environ[limit]


def check_importer():
    module = importlib.import_module("autotune._import")
    with mock.patch.object(module, "needed", lambda: ["no-such-package==1"]):
        fails(autotune.Mistake, "which is missing: pip install 'mlir-autotune[onnx]', or for StableHLO jax", module.check_packages, "")
    holds(autotune._source.import_key("a", ["1"]) != autotune._source.import_key("a", ["2"]), "another importer")
    holds(autotune._source.cache_key("a", {"threads": "auto"}) != autotune._source.cache_key("a", {"threads": "2"}), "threads=auto")


def check_written_at_once():
    for n in range(20):
        path = WORK / "once" / str(n)
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda _, path=path: autotune._source.write_once(path, b"x" * 200000), range(6)))
        holds(list(path.parent.glob(f"{n}*")) == [path] and path.stat().st_size == 200000, "one model from six threads")
        path.unlink()


def check_weights_apart():
    """Whose model stays as it is when they change."""
    model, weights = WORK / "apart.onnx", WORK / "apart.data"
    model.write_bytes(b"\n\x16\n\x08location\x12\x0aapart.data")
    digests = []
    for content in (b"1", b"22"):
        weights.write_bytes(content)
        digests.append(autotune._source.digest(model))
    holds(digests[0] != digests[1], "weights in a file of their own")


def interrupt_after(store, sent):
    """As soon as the store has what was measured."""
    lines = store.with_suffix(".lines")
    while not lines.exists() or '"schedule"' not in lines.read_text():
        time.sleep(1)
        with contextlib.suppress(autotune.Failure):  # it is not there yet
            records.export(store, lines)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)


def check_progress():
    """Lines of a program as they come, and an interrupt that ends it early."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        fails(autotune.Failure, "autotune tune: ", autotune._program.run_shown, ["tune", str(WORK / "none.mlir"), "--records", "none", "--trials", "1"])
        holds("none.mlir" in said.getvalue(), "what a program says is shown")
        f = compile(models.LARGE)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts tests may ignore it
        sent = []
        threading.Thread(target=interrupt_after, args=(WORK / "python.records", sent), daemon=True).start()
        tuned = autotune.tune(f, minutes=10, records=WORK / "python.records")
        holds(sent and time.monotonic() - sent[0] < 240, "an interrupt ends it")
        threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with mock.patch.object(autotune._compiler, "program_path", lambda: sys.executable):
            fails(KeyboardInterrupt, "", autotune._program.run_shown, ["-c", "import time; time.sleep(60)"])
    a, b, c = floats(96, 128) / 16, floats(128, 64) / 16, floats(96, 64)
    holds(close(tuned(a, b, c), f(a, b, c), 1e-4), "what was measured by then is used")
    page = autotune._progress.bar("<1>", 30, 60)
    holds('max="60.0" value="30.0"' in page and "&lt;1&gt;" in page, "a bar")
    holds("value" not in autotune._progress.bar("", 3, None), "a bar of unknown length")


def check_records():
    """After check_progress, whose store it reads."""
    lines, copy = WORK / "python.jsonl", WORK / "copy.records"
    records.export(WORK / "python.records", lines)
    records.add(lines, copy)
    records.export(copy, WORK / "copy.jsonl")
    holds(lines.read_text() == (WORK / "copy.jsonl").read_text() and '"schedule"' in lines.read_text(), "a store by its lines")
    lines.write_text("{")
    fails(autotune.Failure, "records", records.add, lines, copy)
    said = fails(autotune.Failure, "none\\xff: ", records.export, WORK / "none\udcff", lines)
    holds(said.count("autotune records") == 1, "an error names its command once")
    fails(autotune.Failure, "./--help: there is no store", records.export, "--help", lines)
    f = compile(models.LARGE)
    records.script(f, WORK / "script.mlir")
    text = (WORK / "script.mlir").read_text()
    holds("linalg.matmul" in text and all(f'"{kernel.schedule}"' in text for kernel in f.kernels), "a script of what was chosen")
    fails(autotune.Failure, "records.script: ", records.script, f, WORK / "none" / "script.mlir")


def check_bindings():
    """MLIR's own bindings where there are none: a folder of that name is no package."""
    (WORK / "mlir").mkdir(exist_ok=True)
    with mock.patch.object(sys, "path", [str(WORK), *sys.path]):
        bindings = importlib.import_module("autotune.mlir")
    for package in ("no_such_package", "os", ".", "a..b", ""):
        fails(autotune.Mistake, "has no Python bindings of MLIR", bindings.register, package)


for check in (check_static, check_sizes, check_types, check_scalars, check_threads, check_measured, check_tosa, check_mistakes, check_cache, check_cache_size, check_importer, check_written_at_once,
              check_weights_apart, check_progress, check_records, check_bindings):
    check()
print(f"{checks} checks hold")

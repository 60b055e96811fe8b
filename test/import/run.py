#!/usr/bin/env python3
"""Takes the models that the package onnx ships for backends through scripts/import and `autotune compile`, calls the library and
compares the results with those that the package expects: 82 networks' layers that PyTorch wrote, its operators, and one node each.

    test/import/run.py [--jobs N] [--part I/N] [--write] [NAME...]

test/import/known.txt lists those that do not agree, and why. One more is a failure: what is taken never gets less. --write writes
the list anew, unless a result differs or a call crashes that the list does not name as such: those lines are written by hand.
"""
import argparse
import collections
import ctypes
import importlib.machinery
import importlib.util
import multiprocessing
import multiprocessing.connection
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import warnings

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
AUTOTUNE = ROOT / "build/bin/autotune"
KNOWN = pathlib.Path(__file__).resolve().parent / "known.txt"
GROUPS = ["pytorch-converted", "pytorch-operator", "simple", "node"]
CHUNK = 40  # functions of one module
BAD = ("differs", "crashes")
ROUNDED = {"bfloat16": 2 ** -6, "float16": 2 ** -9}  # two units in the last place: the package rounds to 16 bits after every op

loader = importlib.machinery.SourceFileLoader("import_script", str(ROOT / "scripts/import"))
importer = importlib.util.module_from_spec(importlib.util.spec_from_loader("import_script", loader))
sys.dont_write_bytecode = True
loader.exec_module(importer)

Case = collections.namedtuple("Case", "name group model inputs outputs rtol atol")


# --- the package's cases

def read_arrays(onnx, folder, kind, values):
    """Arrays of one data set; None where one is no tensor."""
    arrays = []
    for place, value in enumerate(values):
        if not value.type.HasField("tensor_type"):
            return None
        tensor = onnx.load_tensor(folder / f"{kind}_{place}.pb")
        arrays.append(onnx.numpy_helper.to_array(tensor))
    return arrays


def collect_cases():
    import numpy
    import onnx
    from onnx.backend.test.case.node import collect_testcases
    from onnx.backend.test.loader import load_model_tests
    for group in GROUPS[:-1]:
        for test in sorted(load_model_tests(kind=group), key=lambda test: test.name):
            folder = pathlib.Path(test.model_dir)
            model = onnx.load(folder / "model.onnx")
            importer.drop_initialized_inputs(model)
            inputs, outputs = (read_arrays(onnx, folder / "test_data_set_0", kind, values)
                               for kind, values in (("input", model.graph.input), ("output", model.graph.output)))
            yield Case(test.name, group, model.SerializeToString(), inputs, outputs, test.rtol, test.atol)
    for test in collect_testcases(None):
        if "_expanded" in test.name:  # the same by ONNX's definitions of the op
            continue
        sides = [[numpy.asarray(value) for value in side] if all(isinstance(value, (numpy.ndarray, numpy.generic)) for value in side) else None
                 for side in test.data_sets[0]]
        yield Case(test.name, "node", test.model.SerializeToString(), *sides, test.rtol, test.atol)


# --- one chunk, in a process of its own

def import_case(case, context, work):
    """Returns a module with one function, named like the case, and its weights [(name, bytes)]."""
    import onnx
    path = work / f"{case.name}.onnx"
    model = onnx.load_from_string(case.model)
    if case.inputs is None or case.outputs is None:
        raise importer.Refused("an input or a result is no tensor")
    importer.drop_initialized_inputs(model)
    arrays = {value.name: array for value, array in zip(model.graph.input, case.inputs)}
    sizes = {name: arrays[value].shape[place] for _, name, value, place in importer.open_dimensions(model)}
    model.graph.name = case.name
    onnx.save(model, path)
    model, weights, *_ = importer.read_model(path, sizes)
    names = [f"{case.name}_weight_{n}" for n in range(len(weights))]
    module = importer.lower_expanding(model, dict(zip((name for name, _ in weights), names)), context)
    return module, list(zip(names, (values for _, values in weights)))


def join(modules, context):
    """One module of all functions, as text."""
    from iree.compiler import ir
    with context, ir.Location.unknown():
        whole = ir.Module.create()
        with ir.InsertionPoint(whole.body):
            for module in modules:
                for function in module.regions[0].blocks[0].operations:
                    function.operation.clone()
        return whole.operation.get_asm(enable_debug_info=True)


def call(library, case):
    import numpy
    results = [numpy.empty_like(array, order="C") for array in case.outputs]
    arrays = [numpy.ascontiguousarray(array) for array in case.inputs] + results
    status = getattr(library, f"t_{case.name}")(*[ctypes.c_void_p(array.ctypes.data) for array in arrays])
    if status:
        return f"fails status {status}"
    for place, (got, wanted) in enumerate(zip(results, case.outputs)):
        wide = (lambda array: array) if got.dtype.kind in "biu" else (lambda array: array.astype(numpy.float64))
        try:
            numpy.testing.assert_allclose(wide(got), wide(wanted), rtol=max(case.rtol, ROUNDED.get(wanted.dtype.name, 0)), atol=case.atol)
        except AssertionError as error:
            return f"differs result {place}: " + " ".join(str(error).split())[:200]
    return None


def check_types(case, header):
    """The function's types are those of the arrays, or a call would write past them."""
    found = re.search(rf"^// @{case.name}\n((?://   .*\n)+)", header, re.MULTILINE)
    lines = re.findall(r"^//   (arg|result)\d+: (\w+)([\[\]\d]*),", found[1], re.MULTILINE)
    said = [(kind, [int(size) for size in re.findall(r"\d+", shape)], word) for kind, word, shape in lines]
    arrays = [("arg", array) for array in case.inputs] + [("result", array) for array in case.outputs]
    for (kind, shape, word), (of_kind, array) in zip(said, arrays):
        bits = 64 if word == "double" else 32 if word == "float" else int(re.sub(r"\D", "", word))
        if kind != of_kind or shape != (list(array.shape) or [1]) or bits != 8 * array.dtype.itemsize:
            return f"differs {word}{shape} for {array.dtype}{list(array.shape)}"
    return None if len(said) == len(arrays) else f"differs {len(said)} arguments and results for {len(arrays)}"


def compile_and_call(cases, modules, weights, context, work):
    """{name: verdict}, None for one that agrees. Those that cannot be compiled together are tried in halves."""
    importer.write_module(join([modules[case.name] for case in cases], context),
                          [pair for case in cases for pair in weights[case.name]], work, work / "all.mlirbc")
    stem = work / f"{cases[0].name}-{len(cases)}"  # a library of the same path would be the one loaded before
    done = subprocess.run([AUTOTUNE, "compile", work / "all.mlirbc", "-o", f"{stem}.so", "--prefix", "t", "--quiet", "--jobs", "1"],
                          stderr=subprocess.PIPE, text=True, check=False)
    errors = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines() or [f"status {done.returncode}"]
    if not done.returncode:
        try:
            library, errors = ctypes.CDLL(f"{stem}.so"), None
        except OSError as error:  # a symbol that nothing defines
            errors = [str(error).rpartition(": ")[2]]
    if errors and len(cases) > 1:
        half = len(cases) // 2
        return {**compile_and_call(cases[:half], modules, weights, context, work),
                **compile_and_call(cases[half:], modules, weights, context, work)}
    if errors:
        return {cases[0].name: f"uncompiled {errors[0]}"}
    header = pathlib.Path(f"{stem}.h").read_text()
    return {case.name: check_types(case, header) or call(library, case) for case in cases}


def run_chunk(cases, out):
    from iree.compiler import ir
    warnings.simplefilter("ignore")
    importer.say = lambda text: None
    verdicts, modules, weights, context = {}, {}, {}, ir.Context()
    with tempfile.TemporaryDirectory() as work:
        for case in cases:
            try:
                modules[case.name], weights[case.name] = import_case(case, context, pathlib.Path(work))
            except importer.Refused as refusal:
                verdicts[case.name] = f"refused {refusal}".replace(f"{case.name}.onnx:", "")
        taken = [case for case in cases if case.name in modules]
        if taken:
            verdicts.update(compile_and_call(taken, modules, weights, context, pathlib.Path(work)))
    pathlib.Path(out).write_bytes(pickle.dumps(verdicts))


def start_chunk(cases, folder):
    out = tempfile.NamedTemporaryFile(dir=folder, delete=False)
    process = multiprocessing.get_context("fork").Process(target=run_chunk, args=(cases, out.name))
    process.start()
    return process, cases, pathlib.Path(out.name)


def run_chunks(cases, jobs):
    """{name: verdict} of all. What takes the process of a chunk down is found by halves."""
    waiting = [cases[start:start + CHUNK] for start in range(0, len(cases), CHUNK)]
    running, verdicts = [], {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(start_chunk(waiting.pop(), folder))
            multiprocessing.connection.wait([process.sentinel for process, _, _ in running])
            for entry in [entry for entry in running if not entry[0].is_alive()]:
                running.remove(entry)
                process, chunk, out = entry
                if process.exitcode == 0:
                    verdicts.update(pickle.loads(out.read_bytes()))
                elif len(chunk) == 1:
                    verdicts[chunk[0].name] = f"crashes status {process.exitcode}"
                else:
                    waiting += [chunk[:len(chunk) // 2], chunk[len(chunk) // 2:]]
    return verdicts


# --- the list

def read_known():
    pairs = (line.split(" ", 1) for line in KNOWN.read_text().splitlines() if line and not line.startswith("#"))
    return {name: reason for name, reason in pairs}


def is_known(name, verdict, known):
    """A wrong result must be in the list as one: --write never puts it there."""
    return name in known and (not verdict.startswith(BAD) or known[name].startswith(BAD))


def write_known(cases, verdicts):
    text = "# Cases of the package onnx that do not agree, and why. Written by test/import/run.py --write.\n"
    for case in cases:
        if verdicts[case.name]:
            text += f"{case.name} {' '.join(verdicts[case.name].split())}\n"
    KNOWN.write_text(text)


def report(cases, verdicts, known):
    """Prints what is new, and the counts. Returns the number of failures."""
    failures, news = 0, 0
    for case in cases:
        verdict = verdicts[case.name]
        if verdict and not is_known(case.name, verdict, known):
            print(f"{case.name}: {verdict}")
            failures += 1
        news += not verdict and case.name in known
    if news:
        print(f"{news} more agree than {KNOWN.relative_to(ROOT)} says; --write takes them out")
    for group in GROUPS:
        of_group = [case for case in cases if case.group == group]
        agree = sum(verdicts[case.name] is None for case in of_group)
        print(f"{group}: {agree} of {len(of_group)} agree")
    return failures


def read_part(text):
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or int(match[1]) >= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text} is none: I/N has an I from 0 to N - 1")
    return int(match[1]), int(match[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--part", type=read_part, default=(0, 1), metavar="I/N", help="every N-th case, from the I-th on")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    first, step = options.part
    if options.write and step > 1:
        parser.error("--write takes all cases, not a part of them")
    importer.enter_environment()
    warnings.simplefilter("ignore")
    cases = [case for case in collect_cases() if not options.names or case.name in options.names][first::step]
    if not cases:
        sys.exit("run.py: no such case")
    verdicts = run_chunks(cases, options.jobs)
    known = read_known()
    if options.write and not any(verdict and verdict.startswith(BAD) and not is_known(name, verdict, known) for name, verdict in verdicts.items()):
        write_known(cases, verdicts)
        known = read_known()
    failures = report(cases, verdicts, known)
    print(f"{len(cases) - failures} passed, {failures} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()

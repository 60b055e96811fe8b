#!/usr/bin/env python3
"""Checks the map of folders: which may include which, and that docs/architecture.md tells of all.

    base <- machine <- plan <- costmodel <- machine/calibration
    plan, costmodel, records, runtime <- search
    machine, plan <- transforms <- runtime, affine <- transforms/rewrite <- passes <- plugin
    tools: everything but plugin
    lab: everything but plugin; only bench and test include it

Inside a folder the arrows point one way too, see FOLDERS. Prints one line per violation and exits 1
when there is any.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Every folder of sources, and what it may include besides itself. A folder comes after all that it
# includes, so there is no circle.
FOLDERS = {
    "include": "",
    "versions": "",
    "versions/mlir21": "",
    "versions/mlir21/mlir-c": "",
    "base": "",
    "base/file": "base",
    "machine": "base",
    "machine/x86": "versions base machine",
    "machine/aarch64": "versions base machine",
    "machine/nvptx": "machine",
    "plan": "base machine",
    "plan/schedule": "base machine plan",
    "plan/threads": "base plan",
    "plan/partition": "base",
    "plan/code": "base plan",
    "plan/simt": "base machine plan",
    "costmodel": "base base/file machine plan",
    "costmodel/analytical": "base machine plan costmodel",
    "costmodel/code": "base plan/code costmodel costmodel/analytical",
    "costmodel/program": "machine plan",
    "costmodel/simt": "base machine plan plan/simt",
    "costmodel/threads": "base plan plan/schedule plan/threads costmodel",
    "machine/calibration": "base base/file machine costmodel",
    "records": "base base/file machine plan plan/schedule",
    "transforms": "versions base machine plan",
    "runtime/codegen": "versions base base/file machine plan/code",
    "runtime/data": "base plan",
    "runtime": "base base/file plan transforms runtime/codegen runtime/data",
    "runtime/agreement": "base runtime/codegen runtime/data runtime",
    "runtime/worker": "base base/file runtime/codegen runtime runtime/agreement",
    "search/learning": "base plan costmodel",
    "search": "base plan plan/schedule costmodel costmodel/program search/learning",
    "search/partition": "base plan/partition",
    "search/simt": "base machine plan plan/simt costmodel/simt",
    "transforms/threads": "base plan transforms",
    "transforms/kernel": "versions base machine plan plan/schedule plan/threads transforms transforms/threads",
    "transforms/lowering/math": "machine transforms",
    "transforms/simt": "base machine plan plan/simt transforms transforms/lowering/math",
    "transforms/lowering/legalize": "transforms",
    "transforms/lowering/floats": "machine transforms transforms/lowering/math",
    "transforms/lowering/share": "base transforms",
    "transforms/lowering/arena": "base transforms transforms/threads transforms/lowering/share",
    "transforms/lowering/join": "base transforms transforms/lowering/arena",
    "transforms/lowering/team": "transforms transforms/threads transforms/lowering/share",
    "transforms/lowering": "versions base machine plan transforms transforms/threads transforms/lowering/math "
                           "transforms/lowering/legalize transforms/lowering/floats "
                           "transforms/lowering/share transforms/lowering/arena transforms/lowering/join "
                           "transforms/lowering/team",
    "search/measure": "base base/file machine plan records runtime/worker search transforms/lowering",
    "transforms/extract": "base plan transforms",
    "transforms/report": "versions base plan transforms transforms/extract",
    "transforms/cold": "machine costmodel transforms transforms/extract",
    "transforms/code": "base plan/code transforms transforms/extract",
    "affine": "base machine transforms transforms/extract",
    "affine/analysis": "transforms transforms/extract affine",
    "affine/read": "transforms transforms/extract affine affine/analysis",
    "affine/loop_rules": "affine affine/analysis",
    "affine/schedule": "base transforms/extract affine affine/analysis affine/loop_rules",
    "affine/emit": "base transforms transforms/threads transforms/extract affine affine/analysis",
    "affine/raise": "machine transforms transforms/report affine affine/analysis affine/read "
                    "affine/loop_rules affine/schedule affine/emit",
    "transforms/dynamic": "base machine plan transforms transforms/threads transforms/extract transforms/report",
    "transforms/rewrite": "base machine plan transforms transforms/extract transforms/report transforms/cold "
                          "transforms/dynamic affine/raise",
    "transforms/chain": "base plan transforms transforms/extract transforms/report transforms/dynamic "
                        "transforms/rewrite",
    "transforms/foreign": "base plan transforms transforms/extract transforms/report transforms/rewrite",
    "transforms/layout": "plan transforms transforms/extract transforms/report transforms/rewrite",
    "transforms/winograd": "transforms transforms/extract transforms/rewrite",
    "transforms/prepack": "base plan transforms transforms/extract transforms/report",
    "transforms/partition": "base machine plan plan/partition costmodel search transforms "
                            "transforms/kernel transforms/extract transforms/cold",
    "passes/target": "versions base machine transforms",
    "passes/choose": "base search",
    "passes/records": "machine plan/schedule records search transforms/kernel transforms/extract",
    "passes/script": "base machine costmodel/code runtime/codegen transforms transforms/lowering "
                     "transforms/code passes/target",
    "passes/statistics": "base base/file plan records transforms/report",
    "passes": "versions base base/file machine plan plan/schedule plan/simt plan/threads costmodel costmodel/code "
              "costmodel/threads machine/calibration records runtime/codegen runtime runtime/worker search "
              "search/partition search/simt transforms transforms/simt "
              "transforms/threads transforms/kernel transforms/lowering search/measure transforms/extract "
              "transforms/report transforms/foreign transforms/cold transforms/dynamic transforms/rewrite transforms/layout "
              "transforms/winograd transforms/chain transforms/prepack transforms/partition passes/target passes/choose "
              "passes/records passes/script passes/statistics",
    "passes/api": "include base plan/schedule search transforms/kernel transforms/lowering "
                  "transforms/extract transforms/cold transforms/partition passes/target passes",
    "plugin": "include passes",
}
LIBRARY = " ".join(folder for folder in FOLDERS if folder != "plugin")
FOLDERS |= {
    "tools/report": LIBRARY,
    "tools/ops": LIBRARY + " tools/report",
    "tools/corpus": LIBRARY,
    "tools/train": LIBRARY + " tools/ops tools/corpus",
    "tools/process": LIBRARY,
    "tools/compile": LIBRARY + " tools/process tools/ops",
    "tools/compile/device": LIBRARY + " tools/process tools/ops tools/compile",
    "tools/run": LIBRARY + " tools/ops",
    "tools/profile": LIBRARY + " tools/ops tools/report tools/run",
    "tools/collect": LIBRARY + " tools/ops tools/corpus",
    "tools/tune": LIBRARY + " tools/process tools/ops tools/report tools/run tools/collect",
    "tools/tune/slurm": LIBRARY + " tools/process tools/collect tools/tune",
    "tools/script": LIBRARY + " tools/process tools/ops tools/report tools/collect",
    "tools/calibrate/probe": LIBRARY,
    "tools/calibrate": LIBRARY + " tools/ops tools/corpus tools/collect tools/calibrate/probe",
    "tools": LIBRARY + " tools/report tools/ops tools/corpus tools/train tools/compile tools/compile/device tools/run tools/profile "
                       "tools/collect tools/tune tools/tune/slurm tools/script tools/calibrate tools/calibrate/probe",
    "tools/records": LIBRARY + " tools/report tools/ops tools",
    "python/native": LIBRARY + " tools/ops tools/compile tools",
}
# The product: what is installed. It includes nothing of the laboratory.
PRODUCT = " ".join(folder for folder in FOLDERS if folder != "plugin")
FOLDERS |= {
    "lab/figures": PRODUCT,
    "lab/growing": PRODUCT,
    "lab/dataset": PRODUCT,
    "lab/evaluate": PRODUCT + " lab/figures",
    "lab/tables": PRODUCT,
    "lab/replay": PRODUCT + " lab/figures lab/tables",
    "lab/evaluate/report": PRODUCT + " lab/evaluate lab/replay",
    "lab/evaluate/steps": PRODUCT + " lab/evaluate lab/replay lab/evaluate/report",
    "lab/balance": PRODUCT,
    "lab/second_look": PRODUCT + " lab/figures",
    "lab/threads": PRODUCT + " lab/growing",
    "lab/partitions": PRODUCT,
    "lab/gpu": PRODUCT,
    "lab/fusion": PRODUCT + " lab/figures lab/growing lab/partitions",
    "lab/fusion/actions": PRODUCT + " lab/figures lab/partitions lab/fusion",
    "lab": PRODUCT + " lab/figures lab/tables lab/dataset lab/evaluate/report lab/evaluate/steps lab/balance lab/second_look lab/threads lab/gpu "
                     "lab/partitions lab/fusion/actions",
}
PROGRAM = " ".join(folder for folder in FOLDERS if folder != "plugin")
FOLDERS |= {
    "bench": PROGRAM,
    "bench/fit": PROGRAM,
    "bench/peers": "",
    "test/gpu/driver": "",
    "test/unit/base": PROGRAM,
    "test/unit/plan": PROGRAM + " test/unit/base",
    "test/unit/costmodel": PROGRAM + " test/unit/base test/unit/plan",
    "test/unit/machine": PROGRAM + " test/unit/base test/unit/costmodel",
    "test/unit/records": PROGRAM + " test/unit/base test/unit/plan",
    "test/unit/runtime": PROGRAM + " test/unit/base test/unit/plan test/unit/costmodel",
    "test/unit/search": PROGRAM + " test/unit/base test/unit/plan test/unit/costmodel",
    "test/unit/transforms": PROGRAM + " test/unit/base test/unit/plan test/unit/costmodel",
    "test/unit/affine": PROGRAM + " test/unit/base test/unit/transforms",
    "test/unit/passes": PROGRAM + " test/unit/base test/unit/costmodel",
    "test/unit/tools": PROGRAM + " test/unit/base test/unit/plan",
    "test/unit/lab": PROGRAM + " test/unit/base test/unit/plan",
    "test/fuzz": LIBRARY + " tools",
    "test/downstream": PROGRAM,
    "test/gpu": "",
}

# Outside libraries: pattern of the included name, folders that may, at most so many files.
OUTSIDE = [
    (r"xgboost/", {"costmodel"}, 1),
    (r"sqlite3", {"records"}, 1),
    (r"zlib", {"records"}, 1),
    (r"zip\.h", {"records"}, 1),
    (r"ffi\.h", {"runtime"}, 1),
    (r"jansson\.h", {"records"}, 1),
    (r"benchmark/", {"bench"}, None),
    (r"mlir-c/", {"include", "versions", "transforms", "affine", "search", "passes", "plugin", "runtime", "tools", "lab", "python", "bench", "test"},
     None),
    (r"(mlir|llvm)/", {"versions", "machine", "affine", "passes", "plugin", "transforms", "runtime", "tools", "python", "test"}, None),
    (r"lld/", {"python"}, 1),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
SOURCES = (".c", ".h", ".def", ".inc", ".cpp", ".cc", ".hpp")


def sources():
    """(folder, path) of every source file of ours, both as text below the root."""
    for top in sorted({folder.split("/")[0] for folder in FOLDERS}):
        for path in sorted((ROOT / top).rglob("*")):
            name = path.relative_to(ROOT)
            if path.suffix in SOURCES and name.parts[:2] not in (("test", "polybench"), ("test", "lit")):
                yield str(name.parent), str(name)


def includes_of(name):
    return INCLUDE.findall((ROOT / name).read_text(encoding="utf-8"))


def check_arrows(files):
    tops = {folder.split("/")[0] for folder in FOLDERS}
    for folder, name in files:
        if folder not in FOLDERS:
            yield f"{name}: {folder} is not in FOLDERS of scripts/check_layers.py"
            continue
        for quote, included in includes_of(name):
            other = str(pathlib.PurePath(included).parent)
            if quote != '"' or included.split("/")[0] not in tops:
                continue
            if not (ROOT / included).exists():
                yield f"{name}: {included} does not exist"
            elif other != folder and other not in FOLDERS[folder].split():
                yield f"{name}: {folder} must not include {included}"


def check_order():
    """The table itself: a folder may include only those above it."""
    seen = set()
    for folder, lower in FOLDERS.items():
        for other in lower.split():
            if other not in seen:
                yield f"FOLDERS: {folder} may include {other}, which comes after it"
        seen.add(folder)


def file_graph(files):
    """Name without suffix -> the others that its header or source includes. A header without a
    source of its own is looked through: it is a part of those that include it."""
    graph = collections.defaultdict(set)
    names = {name for _, name in files}
    for _, name in files:
        stem = name.rsplit(".", 1)[0]
        graph[stem] |= {included.rsplit(".", 1)[0] for quote, included in includes_of(name)
                        if quote == '"' and included in names}
    for stem in [stem for stem in graph
                 if not any(stem + suffix in names for suffix in (".c", ".cpp"))]:
        beyond = graph.pop(stem) - {stem}
        for others in graph.values():
            if stem in others:
                others.remove(stem)
                others |= beyond
    return graph


def reachable(graph, start):
    found, todo = set(), [start]
    while todo:
        for other in graph.get(todo.pop(), ()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def check_circles(files):
    graph = file_graph(files)
    for stem in graph:
        graph[stem].discard(stem)
    reach = {stem: reachable(graph, stem) for stem in graph}
    told = set()
    for stem in sorted(graph):
        circle = {other for other in reach[stem] if stem in reach.get(other, ())}
        if circle and stem not in told:
            yield "files that include each other: " + ", ".join(sorted(circle))
        told |= circle


def check_names(files):
    places = collections.defaultdict(list)
    for _, name in files:
        places[pathlib.PurePath(name).name].append(name)
    for names in places.values():
        if len(names) > 1:
            yield "the same name twice: " + ", ".join(names)


def check_document(files):
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = text.split("| folder | holds |", 1)[-1].split("\n\n", 1)[0]
    named = set(re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE))
    present = {folder for folder, _ in files}
    for folder in sorted(present - named):
        yield f"docs/architecture.md: {folder} is missing in the table of folders"
    for folder in sorted(named - present):
        yield f"docs/architecture.md: there is no folder {folder} with sources"


def check_outside(files):
    users = collections.defaultdict(set)
    for folder, name in files:
        top = folder.split("/")[0]
        shim = name.endswith("_shim.cpp") or folder in ("versions", "test/downstream")
        if name.endswith((".cpp", ".cc", ".hpp")) and not shim:
            yield f"{name}: C++ belongs in a *_shim.cpp"
        for _, included in includes_of(name):
            for pattern, folders, _ in OUTSIDE:
                if re.match(pattern, included):
                    users[pattern].add(name)
                    if top not in folders:
                        yield f"{name}: {top} must not include {included}"
            if re.match(r"(mlir|llvm)/", included) and not shim:
                yield f"{name}: MLIR's C++ ({included}) belongs in a *_shim.cpp"
    for pattern, _, limit in OUTSIDE:
        if limit is not None and len(users[pattern]) > limit:
            yield f"{pattern} is included by more than {limit} file: " + \
                ", ".join(sorted(users[pattern]))


def main():
    files = list(sources())
    violations = [*check_arrows(files), *check_order(), *check_circles(files), *check_names(files),
                  *check_document(files), *check_outside(files)]
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())

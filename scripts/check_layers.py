#!/usr/bin/env python3
"""Checks that includes follow the layers, and that each outside library stays in its folder.

    core <- costmodel, runtime, records, transforms <- search <- passes <- plugin
    tools: everything but plugin

Prints one line per violation and exits 1 when there is any.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Which folders a folder may include, besides itself.
LOWER = {
    "core": set(),
    "costmodel": {"core"},
    "runtime": {"core"},
    "records": {"core"},
    "transforms": {"core"},
    "search": {"core", "costmodel", "runtime", "records"},
    "passes": {"core", "search", "costmodel", "runtime", "records", "transforms", "include"},
    "plugin": {"core", "passes", "include"},
    "include": set(),
}
LOWER["tools"] = set(LOWER) - {"plugin"}
LOWER["bench"] = LOWER["tools"] | {"tools"}
LOWER["test"] = LOWER["bench"] | {"bench"}

# Outside libraries: pattern of the included name, folders that may, at most so many files.
OUTSIDE = [
    (r"xgboost/", {"costmodel"}, 1),
    (r"sqlite3", {"records"}, 1),
    (r"zlib", {"records"}, 1),
    (r"ffi\.h", {"runtime"}, 1),
    (r"benchmark/", {"bench"}, None),
    (r"mlir-c/", {"transforms", "search", "passes", "plugin", "runtime", "tools", "bench", "test"},
     None),
    (r"(mlir|llvm)/", {"passes", "plugin", "transforms", "runtime", "tools", "test"}, None),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)


def sources():
    for folder in LOWER:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".def", ".inc", ".cpp", ".cc", ".hpp"):
                yield folder, path


def main():
    violations = []
    users = {pattern: set() for pattern, _, _ in OUTSIDE}
    for folder, path in sources():
        name = path.relative_to(ROOT)
        shim = path.name.endswith("_shim.cpp") or name.parts[:2] == ("test", "downstream")
        if path.suffix in (".cpp", ".cc", ".hpp") and not shim:
            violations.append(f"{name}: C++ belongs in a *_shim.cpp")
        for quote, included in INCLUDE.findall(path.read_text(encoding="utf-8")):
            layer = included.split("/")[0]
            if quote == '"' and "/" in included and layer in LOWER:
                if layer != folder and layer not in LOWER[folder]:
                    violations.append(f"{name}: {folder} must not include {included}")
                if not (ROOT / included).exists():
                    violations.append(f"{name}: {included} does not exist")
            for pattern, folders, _ in OUTSIDE:
                if re.match(pattern, included):
                    users[pattern].add(str(name))
                    if folder not in folders:
                        violations.append(f"{name}: {folder} must not include {included}")
            if re.match(r"(mlir|llvm)/", included) and not shim:
                violations.append(f"{name}: MLIR's C++ ({included}) belongs in a *_shim.cpp")
    for pattern, _, limit in OUTSIDE:
        if limit is not None and len(users[pattern]) > limit:
            files = ", ".join(sorted(users[pattern]))
            violations.append(f"{pattern} is included by more than {limit} file: {files}")
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Every function of the folders below that can come back to itself says what ends that.

A function that calls itself, directly, through others or as the callback that it hands on, has the comment
"Recursion: at most CONSTANT levels, one a ..." before it, or one of those through which it comes back has. The
constant is that of an enum: whatever the payload is, the stack is not deeper, because tables of that length hold what
each level takes one of. Prints one line per function without such a bound, and per comment that no function needs.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Folders whose functions may call one another: with all below one that ends in "/**".
HOUSES = ["transforms/kernel", "transforms/code", "affine/**", "plan/**", "costmodel/**", "machine/**", "search/**", "records/**"]
DEFINITION = re.compile(r"((?:^//[^\n]*\n)*)^(static )?[A-Za-z_][\w *]*?(\w+)\([^;{}]*\) \{", re.MULTILINE)
BOUND = re.compile(r"Recursion: at most (\w+)[ \n]")
LEAST = {"functions": 2000, "ways back": 30}  # fewer: the expressions above do not fit the code


def body_after(text, start):
    depth, end = 1, start
    while depth and end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[start:end]


def files_of(house):
    for folder in house.split():
        yield from sorted((ROOT / folder.removesuffix("/**")).glob("**/*.[ch]" if folder.endswith("/**") else "*.[ch]"))


def read_functions(files):
    """(file, name) -> (whether only its file sees it, its bound, its body without texts and comments)."""
    functions = {}
    for path in files:
        text = re.sub(r"'(\\.|[^'\\\n])'|\"(\\.|[^\"\\\n])*\"", '""', path.read_text())
        for match in DEFINITION.finditer(text):
            bound = BOUND.search(match[1].replace("\n// ", " "))
            body = re.sub(r"//[^\n]*", "", body_after(text, match.end()))
            functions[path.name, match[3]] = (match[2] is not None, bound and bound[1], body)
    return functions


def mentions(functions):
    """A function that is named is called, or will be."""
    edges = {}
    for key, (_, _, body) in functions.items():
        words = set(re.findall(r"(?<![.>])\b[a-z]\w+\b(?! = |->|\.)", body))
        edges[key] = {other for other in functions if other[1] in words
                      and (other[0] == key[0] or not functions[other][0] and (key[0], other[1]) not in functions)}
    return edges


def reachable(edges, start):
    found, left = set(), [start]
    while left:
        new = edges[left.pop()] - found
        found |= new
        left += new
    return found


def check(house, counts):
    files = list(files_of(house))
    functions = read_functions(path for path in files if path.suffix == ".c")
    edges = mentions(functions)
    reach = {key: reachable(edges, key) for key in functions}
    ways = {frozenset(other for other in reach[key] if key in reach[other]) for key in functions if key in reach[key]}
    headers = "".join(path.read_text() for path in [*ROOT.glob("plan/**/*.h"), *files])
    found = []
    for way in sorted(ways, key=sorted):
        bounds = {functions[key][1] for key in way} - {None}
        names = ", ".join(f"{name} ({file})" for file, name in sorted(way))
        if not bounds:
            found.append(f"no comment \"Recursion: at most ...\" at {names}")
        found += [f"{bound} is no constant, at {names}" for bound in bounds
                  if not re.search(rf"\b{bound} = ", headers)]
    found += [f"{file}: {name} never comes back to itself, its comment says so"
              for (file, name), (_, bound, _) in functions.items() if bound and (file, name) not in reach[file, name]]
    counts["functions"] += len(functions)
    counts["ways back"] += len(ways)
    return found


def main():
    counts = dict.fromkeys(LEAST, 0)
    found = [line for house in HOUSES for line in check(house, counts)]
    found += [f"only {counts[what]} {what} found" for what in LEAST if counts[what] < LEAST[what]]
    return "\n".join(found) or None


if __name__ == "__main__":
    sys.exit(main())

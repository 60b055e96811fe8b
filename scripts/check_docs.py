#!/usr/bin/env python3
"""Checks that what the documents name exists: the files in backticks and in links, and the commands
of the programs; that no table has two rows of one name; that every scripts/check_NAME is run by
scripts/test or is among what docs/testing.md says it leaves out; that the table of README.md is that
of the results; that docs/reference/search-space.md and docs/architecture.md have the rows that they
should; and that tables of lab/results say of which CPU, commit and day they are.

A path in backticks counts when it begins with a folder of the source tree, or is the name of a
source, script or document. NAME and <name> stand for any text. Prints one line per violation and
exits 1 when there is any.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = (".c", ".cpp", ".h", ".def", ".py", ".md")
COMMAND = re.compile(r"(?:build/bin/|`|^ {4})(autotune(?:-lab)?) ([a-z][a-z-]*)\b", re.MULTILINE)
# What each table of the laboratory says of itself.
TOLD = {"CPU": r"AMD EPYC|Intel(?:\(R\))? Xeon|machines? below|Zen [345]", "commit": r"\bcommit [0-9a-f]{7,}", "date": r"\b20\d\d-\d\d-\d\d"}
ROW = re.compile(r'^  X\(\w+, "([a-z-]+)"', re.MULTILINE)


def tree():
    """Every file and folder of the source tree, relative to its root."""
    for top in ROOT.iterdir():
        if top.name.startswith("build") or top.name == ".git":
            continue
        yield top.relative_to(ROOT)
        if top.is_dir() and not top.name.startswith("."):  # environments of scripts
            yield from (path.relative_to(ROOT) for path in top.rglob("*"))


def words_of(text):
    """(line number, word) of all that stands in backticks."""
    for number, line in enumerate(text.splitlines(), 1):
        for quoted in re.findall(r"`([^`]+)`", line):
            yield from ((number, word) for word in quoted.split())


def names_file(word, tops):
    if re.search(r"[$={}(,:]", word):
        return False
    first, *rest = word.split("/")
    return first in tops if rest else word.endswith(SUFFIXES)


def pattern_of(word):
    """A name in which NAME or <name> stands for any text, as a pattern of file names."""
    return re.sub(r"NAME|<\w+>", "*", word.rstrip("/"))


def check_paths(document, text, paths):
    tops = {path.parts[0] for path in paths}
    for number, word in words_of(text):
        if names_file(word, tops) and not any(path.match(pattern_of(word)) for path in paths):
            yield f"{document}:{number}: there is no {word}"


def check_mentions(paths):
    """Documents that sources, scripts and data name."""
    for path in paths:
        if path.suffix in (*SUFFIXES, ".sql", ".cmake") or path.parts[0] == "scripts" and path.suffix == "":
            if path.parts[0].startswith(".") or not (ROOT / path).is_file():
                continue
            for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1):
                for name in re.findall(r"(?<![\w/.-])(?:docs|lab/results)/[\w/-]+\.md", line):
                    if not (ROOT / name).exists():
                        yield f"{path}:{number}: there is no {name}"


def check_links(document, text):
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("    "):
            continue
        for link in re.findall(r"\]\(([^)#\s]+)", line):
            if "://" not in link and not (ROOT / document).parent.joinpath(link).exists():
                yield f"{document}:{number}: the link {link} leads nowhere"


def check_commands(document, text, commands):
    for match in COMMAND.finditer(text):
        if match[2] not in commands[match[1]]:
            line = text.count("\n", 0, match.start()) + 1
            yield f"{document}:{line}: the program {match[1]} has no command {match[2]}"


def names_of_row(line):
    """What the first cell or, beside a word, the second names, where it holds nothing but names in backticks."""
    for cell in [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))][:2]:
        if re.fullmatch(r"`[^`]+`(, `[^`]+`)*", cell):
            return re.findall(r"`([^`]+)`", cell)
        if not re.fullmatch(r"\w+", cell):
            return []
    return []


def check_tables(document, text):
    seen = set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            seen = set()
            continue
        names = names_of_row(line)
        for name in names:
            if name in seen:
                yield f"{document}:{number}: the table has another row {name}"
        seen.update(names)


def check_tests():
    run = (ROOT / "scripts/test").read_text(encoding="utf-8")
    left_out = (ROOT / "docs/testing.md").read_text(encoding="utf-8").split("## What scripts/test leaves out\n")[1].split("\n## ")[0]
    for path in sorted((ROOT / "scripts").glob("check_*")):
        name = f"scripts/{path.name}"
        if not re.search(rf"{re.escape(name)}\b", run) and not re.search(rf"^- `{re.escape(name)}`", left_out, re.MULTILINE):
            yield f"docs/testing.md: scripts/test does not run {name}, and the document does not say so"


def check_figures():
    """The table of README.md says what lab/results/results.md says of these networks."""
    results = (ROOT / "lab/results/results.md").read_text(encoding="utf-8").split("\n## Whole networks\n")[1].split("\n## ")[0]
    rows = {cells[1]: cells for cells in map(cells_of, results.splitlines()) if len(cells) > 8}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = [cells for cells in map(cells_of, text.splitlines()) if len(cells) > 4 and cells[1] in rows and re.match(r"\w+\d*$", cells[1]) and cells[1] != "network"]
    for _, network, ours, theirs, seen, *_ in shown:
        row = dict(zip(rows["network"], rows[network]))
        ours_there, theirs_there = (row[name].split()[0] for name in ("ours, constant weights", "ONNX Runtime, constant weights"))
        if (ours, theirs) != (ours_there, f"{theirs_there} ({float(theirs_there) / float(ours_there):.2f}x)") or not seen.startswith(row["seen"]):
            yield f"README.md: {network} has other figures in lab/results/results.md"
    commit = re.search(r"\bcommit (\w+)", text)
    if not shown or not commit or f"commit {commit[1]}" not in results:
        yield "README.md: its table is not of the commit of lab/results/results.md"


def table_of(document, first):
    """The rows of the table whose head begins with these cells, as lists of cells; none: there is no such table."""
    text = (ROOT / document).read_text(encoding="utf-8")
    _, _, after = text.partition("\n| " + " | ".join(first) + " |")
    return [cells_of(line)[1:-1] for line in after.split("\n\n")[0].splitlines()[2:]]


def check_rules():
    """The rules of the search space are those of plan/rules.def, in that order, each with its file."""
    rules = re.findall(r"^RULE\(\w+, (\w+),", (ROOT / "plan/rules.def").read_text(encoding="utf-8"), re.MULTILINE)
    wanted = [(rule, f"`space_rule_{rule}.c`") for rule in rules]
    found = [(row[0], row[1]) for row in table_of("docs/reference/search-space.md", ("rule", "file"))]
    if not rules or found != wanted:
        yield f"docs/reference/search-space.md: the table of rules has {found}, plan/rules.def {wanted}"


def check_ideas():
    """The folders that each idea goes through exist."""
    rows = table_of("docs/architecture.md", ("idea", "plain data"))
    if len(rows) < 5:
        yield "docs/architecture.md: no table of the folders that an idea goes through"
    for idea, *cells in rows:
        folders = re.findall(r"`([^`]+)`", " ".join(cells))
        yield from (f"docs/architecture.md: the idea {idea} names {folder}, which is no folder with sources" for folder in
                    folders if not any((ROOT / folder).glob("*.c")))
        if len(folders) < 4:
            yield f"docs/architecture.md: the idea {idea} names only {len(folders)} folders"


def check_provenance(document, text):
    """Its tables say, in their section or at the head, on which CPU, at which commit and when."""
    head = text.split("\n## ")[0]
    for section in text.split("\n## "):
        told = head + section
        if re.search(r"^\|[-:| ]+\|$", section, re.MULTILINE):
            yield from (f"{document}: the table of \"{section.splitlines()[0]}\" names no {what}" for what, pattern in
                        TOLD.items() if not re.search(pattern, re.sub(r"^\|.*\n", "", told, flags=re.MULTILINE)))


def cells_of(line):
    return [cell.strip() for cell in line.split("|")] if line.startswith("|") else []


def main():
    paths = list(tree())
    commands = {program: set(ROW.findall((ROOT / path).read_text(encoding="utf-8")))
                for program, path in (("autotune", "tools/commands.h"), ("autotune-lab", "lab/lab_commands.h"))}
    documents = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "lab").rglob("*.md"))]
    if not documents or not all(commands.values()):
        sys.exit("check_docs: no document, or no row of tools/commands.h or lab/lab_commands.h, was found")
    violations = [*check_tests(), *check_figures(), *check_rules(), *check_ideas(), *check_mentions(paths)]
    for path in documents:
        text = path.read_text(encoding="utf-8")
        document = str(path.relative_to(ROOT))
        violations += [*check_paths(document, text, paths), *check_links(document, text),
                       *check_commands(document, text, commands), *check_tables(document, text)]
        violations += check_provenance(document, text) if document.startswith("lab/results/") else []
    print("\n".join(violations), end="\n" if violations else "")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())

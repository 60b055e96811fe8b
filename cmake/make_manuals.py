#!/usr/bin/env python3
"""Makes the man pages and the completions of shells from what the program says of itself.

    make_manuals.py PROGRAM FOLDER DOCUMENTS    writes FOLDER/man1/*.1, FOLDER/bash/autotune, FOLDER/zsh/_autotune

DOCUMENTS is the folder that will have docs/, which the program names.
"""
import pathlib
import re
import subprocess
import sys


DOCUMENTS = sys.argv[3]


def say(program, *words):
    text = subprocess.run([program, *words, "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return re.sub(r"\bdocs/", lambda _: f"{DOCUMENTS}/docs/", text)


def read_commands(program):
    """[(name, what it does)]"""
    return re.findall(r"^  (\S+) +(\S.*)$", say(program), re.MULTILINE)


def read_actions(program, command):
    """The ways to call a command, as words: itself, or its actions."""
    usages = re.findall(r"^(?:usage:|      ) autotune (.*)$", say(program, command), re.MULTILINE)
    words = [re.findall(r"^[a-z]+(?: [a-z]+)*", usage)[0].split() for usage in usages]
    return [action for action in words if len(action) > 1] or [[command]]


def read_help(program, *words):
    """(usage, paragraph, [(flag, parameter, meaning)])"""
    usage, summary, table = say(program, *words).removeprefix("usage: ").split("\n\n", 2)
    flags = []
    for line in table.splitlines():
        if match := re.match(r"  (-\S*)(?: (\S+))? +(\S.*)$", line):
            flags.append(list(match.groups("")))
        elif flags and line.strip():
            flags[-1][2] += " " + line.strip()
    return usage, summary, flags


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def page(name, summary, sections, version):
    lines = [f'.TH {name.upper()} 1 "" "autotune {version}" "Autotune for MLIR"', ".SH NAME", f"{roff(name)} \\- {roff(summary)}"]
    for title, body in sections:
        lines += [f".SH {title}", *body]
    return "\n".join(lines) + "\n"


def flag_lines(flags):
    for flag, parameter, meaning in flags:
        yield ".TP"
        yield f"\\fB{roff(flag)}\\fR" + (f" \\fI{roff(parameter)}\\fR" if parameter else "")
        yield roff(meaning)


def command_page(name, summary, helps, version):
    """Of a command with actions: a section each, with its flags."""
    sections = [("SYNOPSIS", [line for usage, _, _ in helps for line in (f"\\fB{roff(usage)}\\fR", ".br")][:-1])]
    if len(helps) == 1:
        sections += [("DESCRIPTION", [roff(helps[0][1])]), ("OPTIONS", list(flag_lines(helps[0][2])))]
    for usage, paragraph, flags in helps if len(helps) > 1 else []:
        sections.append((usage.split()[2].upper(), [roff(paragraph), *flag_lines(flags)]))
    return page(f"autotune-{name}", summary, sections + [("SEE ALSO", ["\\fBautotune\\fR(1), \\fBmlir\\-opt\\-22\\fR(1)"])], version)


def program_page(commands, version):
    rows = [line for name, summary in commands
            for line in (".TP", f"\\fB{roff(name)}\\fR", f"{roff(summary)}; see \\fBautotune\\-{roff(name)}\\fR(1)")]
    return page("autotune", "makes linalg and affine code in MLIR fast on x86-64 CPUs", [
        ("SYNOPSIS", ["\\fBautotune\\fR \\fICOMMAND\\fR ...", ".br", "\\fBmlir\\-opt\\-22\\fR \\-\\-load\\-pass\\-plugin=libautotune.so \\-\\-autotune \\fIMODULE\\fR"]),
        ("DESCRIPTION", ["Tunes the ops of a module in MLIR by a learned cost model, compiles it to a library, runs it and measures it. The plugin does the same inside mlir\\-opt."]),
        ("COMMANDS", rows)], version)


BASH = """# Completion of autotune for bash.
_autotune() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} flags actions
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "{commands} --help --version" -- "$word")
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}
  *) flags=--help ;;
  esac
  if [ "$COMP_CWORD" -eq 2 ] && [ -n "$actions" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$actions --help" -- "$word")
    return
  fi
  case $word in
  -*) mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$word") ;;
  *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}}
complete -o filenames -F _autotune autotune
"""

ZSH = """#compdef autotune
# Completion of autotune for zsh.
local -a commands flags actions
commands=(
{commands}
)
if (( CURRENT == 2 )); then
  _describe command commands
  return
fi
case $words[2] in
{cases}
esac
if (( CURRENT == 3 && $#actions )); then
  compadd -- $actions --help
  return
fi
if [[ $words[CURRENT] == -* ]]; then
  compadd -- $flags
else
  _files
fi
"""


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    version = re.search(r"autotune (\S+),", subprocess.run([program, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout)[1]
    commands = read_commands(program)
    actions = {name: read_actions(program, name) for name, _ in commands}
    helps = {name: [read_help(program, *words) for words in actions[name]] for name, _ in commands}
    names = {name: " ".join(dict.fromkeys(flag for _, _, flags in helps[name] for flag, _, _ in flags)) for name, _ in commands}
    seconds = {name: " ".join(words[1] for words in actions[name] if len(words) > 1) for name, _ in commands}
    files = {"man1/autotune.1": program_page(commands, version)}
    for name, summary in commands:
        files[f"man1/autotune-{name}.1"] = command_page(name, summary, helps[name], version)
    files["bash/autotune"] = BASH.format(
        commands=" ".join(names), cases="\n".join(f"  {name}) flags='{flags}' actions='{seconds[name]}' ;;" for name, flags in names.items()))
    quote = lambda text: "'" + text.replace("'", "'\\''") + "'"
    files["zsh/_autotune"] = ZSH.format(
        commands="\n".join("  " + quote(name + ":" + summary.replace(":", "\\:")) for name, summary in commands),
        cases="\n".join(f"{name}) flags=({flags}) actions=({seconds[name]}) ;;" for name, flags in names.items()))
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


if __name__ == "__main__":
    main()

"""What all commands say in the same way.

    output.py help PROGRAM                    every command describes --json, --quiet and --verbose by the same words
    output.py manuals PROGRAM FOLDER          man pages and completions have every flag of every command
    output.py json KEYS... -- COMMAND...      the standard output is JSON that has the keys, and nothing else
    output.py terminal [NAME=VALUE...] -- COMMAND...
                                              runs the command on a terminal and prints what it writes there, escapes as \\e
"""
import json
import os
import pty
import re
import subprocess
import sys

SHARED = ("--json", "--quiet", "--verbose")
NO_PEOPLE = {"worker"}
NO_FIGURES = {"pipelines", "dataset seen", "records export"}


def say(program, *words):
    return subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True).stdout


def calls(program):
    """Every way to call the program, as words."""
    for name in re.findall(r"^  ([a-z]+) ", say(program), re.MULTILINE):
        usages = re.findall(rf"autotune {name} ([a-z]+) .*\n    \S", say(program, name))
        yield from [[name, action] for action in usages] or [[name]]


def flags_of(program, words):
    """{flag: the words of its lines}"""
    table = re.findall(r"^  (-\S+)(.*(?:\n {20,}.*)*)", say(program, *words), re.MULTILINE)
    return {flag: " ".join(meaning.split()) for flag, meaning in table}


def check_help(program):
    seen = {flag: set() for flag in SHARED}
    for words in calls(program):
        name, flags = " ".join(words), flags_of(program, words)
        for flag in SHARED:
            wanted = name not in NO_PEOPLE and (flag != "--json" or name not in NO_FIGURES)
            assert (flag in flags) == wanted, (name, flag)
            if wanted:
                seen[flag].add(flags[flag])
    assert all(len(texts) == 1 for texts in seen.values()), seen


def check_manuals(program, folder):
    def read(path):
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            return file.read()

    bash, zsh = read("bash/autotune"), read("zsh/_autotune")
    for words in calls(program):
        page = read(f"man1/autotune-{words[0]}.1").replace("\\-", "-")
        lines = [re.search(rf"^ *{words[0]}\).*$", text, re.MULTILINE)[0] for text in (bash, zsh)]
        names = list(flags_of(program, words)) + words[1:]
        assert len(names) > 1, words
        for name in names:
            assert re.search(rf"{re.escape(name)}\b", page, re.IGNORECASE), (words, name, "man")
            assert all(re.search(rf"[ ('=]{re.escape(name)}[ )']", line) for line in lines), (words, name, lines)


def check_json(keys, command):
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    value = json.loads(run.stdout)
    item = value[0] if isinstance(value, list) else value
    assert run.returncode == 0 and all(key in item for key in keys), (command, run.returncode, keys, run.stdout[:2000])


def show_terminal(settings, command):
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    environment |= dict(setting.split("=", 1) for setting in settings)
    primary, secondary = pty.openpty()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=secondary, stderr=secondary, env=environment):
        os.close(secondary)
        written = b""
        try:
            while part := os.read(primary, 4096):
                written += part
        except OSError:  # the other end is closed
            pass
    print(written.decode().replace("\r", "\\r").replace("\033", "\\e"))


def main():
    kind, rest = sys.argv[1], sys.argv[2:]
    if kind == "help":
        check_help(rest[0])
    elif kind == "manuals":
        check_manuals(*rest)
    else:
        place = rest.index("--")
        (check_json if kind == "json" else show_terminal)(rest[:place], rest[place + 1:])


main()

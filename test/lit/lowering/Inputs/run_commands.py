"""Runs the commands of a section of a document as they stand there: the indented lines.

    run_commands.py DOCUMENT SECTION FOLDER [NAME=PATH | VARIABLE+=PATH]...

They run in FOLDER, which is made anew and in which each NAME is a link to PATH; VARIABLE of the environment begins with PATH."""
import os
import pathlib
import shutil
import subprocess
import sys

document, section, folder, *links = sys.argv[1:]
folder = pathlib.Path(folder)
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
for link in links:
    name, path = link.split("=")
    if name.endswith("+"):
        before = os.environ.get(name[:-1])
        os.environ[name[:-1]] = os.path.abspath(path) + (os.pathsep + before if before else "")
    else:
        (folder / name).symlink_to(path)

text = pathlib.Path(document).read_text(encoding="utf-8")
lines = text.split(f"## {section}\n")[1].split("\n## ")[0].splitlines()
commands = [line[4:] for line in lines if line.startswith("    ")]
if not commands:
    sys.exit(f"{document}: no command in the section {section}")
sys.exit(subprocess.run(["bash", "-euxo", "pipefail", "-c", "\n".join(commands)],
                        cwd=folder).returncode)

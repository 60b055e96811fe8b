"""The folder that a script of this folder fills with modules."""
import argparse
import json
import pathlib
import random
import sys


def write(path, texts):
    """Texts by the names of their files; where that fails, an error of one line ends the program."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        for name, text in texts:
            (path / name).write_text(text)
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}; name a folder that can be made and written to")


def write_drawn(description, draws, drawn):
    """The program that draws modules: `drawn` yields name, text and number of data arguments of so many, of a random.Random."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--draws", type=int, default=draws)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.draws < 1:
        parser.error("--draws is 1 or more")
    made = list(drawn(random.Random(arguments.seed), arguments.draws))
    write(arguments.folder, ((f"{name}.mlir", text) for name, text, _ in made))
    write(arguments.folder, ((f"{name}.args.json", json.dumps({"data": data}) + "\n") for name, _, data in made if data > 1))
    print(f"{len(made)} modules in {arguments.folder}")

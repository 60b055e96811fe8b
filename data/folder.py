"""The folder that a script of this folder fills with modules."""
import sys


def write(path, texts):
    """Texts by the names of their files; where that fails, an error of one line ends the program."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        for name, text in texts:
            (path / name).write_text(text)
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}; name a folder that can be made and written to")

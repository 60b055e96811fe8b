"""endings.py AUTOTUNE MODEL FOLDER: a compile that ends early says why in one line, if it can, and
leaves no file: input cut short, a full disk, a limit on the size of files, a linker that fails,
signals while it compiles and while it links. A signal during the link may come too late: then both
files are whole.
"""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time

autotune, model, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)


def command(path, *flags, source=model):
    return [autotune, "compile", str(source), "-o", str(path), "--target", "x86-64-v3", "--quiet", *flags]


def as_from_a_terminal():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def expect(is_true, what):
    if not is_true:
        sys.exit(f"{what}; left: {sorted(os.listdir(folder))}")


def fails(words, arguments, **options):
    run = subprocess.run(arguments, capture_output=True, text=True, timeout=300, **options)
    lines = run.stderr.splitlines()
    expect(run.returncode in (1, 2) and len(lines) == 1 and words in lines[0],
           f"{arguments}: exit code {run.returncode}, wanted '{words}': {run.stderr}")
    expect(not list(folder.glob("out*")), f"{arguments} left files")


def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


whole = pathlib.Path(model).read_bytes()
for size in range(0, len(whole) - 1, len(whole) // 40):
    (folder / "cut.mlirbc").write_bytes(whole[:size])
    fails("", command(folder / "out.so", source=folder / "cut.mlirbc"))

fails("No space left on device", command("/dev/full", "--emit", "asm"))
fails("not a regular file", command("/dev/full", "--emit", "lib"))
for suffix in ("so", "a", "o", "s", "ll"):
    fails("File too large", command(folder / f"out.{suffix}"), preexec_fn=limited)
kept = folder / "kept"
kept.mkdir()
for suffix in ("so", "a", "o", "s", "ll"):
    for name in (f"kept.{suffix}", "kept.h"):
        (kept / name).write_text("the one from before")
    fails("File too large", command(kept / f"kept.{suffix}"), preexec_fn=limited)
    for name in (f"kept.{suffix}", "kept.h"):
        expect((kept / name).read_text() == "the one from before", f"{name} has changed")
    (kept / f"kept.{suffix}").unlink()
expect(os.listdir(kept) == ["kept.h"], f"partial files: {os.listdir(kept)}")
fails("No such file or directory", command(folder / "none" / "out.so"))
fails("cannot start the linker", command(folder / "out.so", "--linker", "no-such-linker"))

linker = folder / "linker"
linker.write_text("#!/bin/sh\necho this linker has no day >&2\necho more >&2\nexit 3\n")
linker.chmod(0o755)
fails("this linker has no day", command(folder / "out.so", "--linker", str(linker)))

# The header cannot be written: the library goes, too.
(folder / "out2.h").mkdir()
run = subprocess.run(command(folder / "out2.so"), capture_output=True, text=True)
expect(run.returncode == 1 or run.returncode == 2, "the header is a folder")
expect(not (folder / "out2.so").exists(), "a library without header")
(folder / "out2.h").rmdir()

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    linker.write_text(f"#!/bin/sh\nkill -{int(number)} $PPID\nsleep 0.2\nexec cc \"$@\"\n")
    run = subprocess.run(command(folder / "out.so", "--linker", str(linker)), capture_output=True,
                         preexec_fn=as_from_a_terminal)
    expect(run.returncode == -number, f"signal {number}: exit code {run.returncode}")
    files = sorted(path.name for path in folder.glob("out*"))
    expect(files == ["out.h", "out.so"], f"signal {number} while linking")
    for name in files:
        (folder / name).unlink()
    process = subprocess.Popen(command(folder / "out.so", "--verbose"), stderr=subprocess.PIPE, text=True,
                               preexec_fn=as_from_a_terminal)
    process.stderr.readline()  # the first op is tuned: the work has begun
    process.send_signal(number)
    process.stderr.close()
    code = process.wait(timeout=300)
    expect(code == -number, f"signal {number}: exit code {code}")
    expect(not list(folder.glob("out*")), f"signal {number} left files")
print("every ending as it should be")

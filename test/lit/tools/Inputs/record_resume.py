"""Prints which rows are measured when a table is gone on with by the same build at another commit, and by another build; and
which of two networks of one shot, each a table of its own, when their first run was stopped within the second.
"""
import argparse
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "bench/tables"))
import common
import one_shot
import record

common.KEPT = common.WORK = pathlib.Path(sys.argv[2])


def measure(commit, library, stops_at):
    common.about = lambda: {"cpu": "x", "commit": commit, "library": library}
    measured = []

    def row_of(name):
        if name == stops_at:
            raise common.Stopped
        measured.append(name)
        return {"name": name, "results": {}}

    try:
        record.Table("folder/table").measure(["a", "b"], row_of, 1, {"note": commit})
    except common.Stopped:
        pass
    print(commit, library, "measured", *measured)


measure("first", "one", "b")
measure("second", "one", "b")
measure("second", "two", "b")
measure("third", "two", None)
print(record.read(common.KEPT / "folder/table.json")["about"]["commit"])


def shoot(library, seconds, stops_at):
    common.about = lambda: {"cpu": "x", "commit": "first", "library": library}
    one_shot.names = lambda options, network: [f"{network}/1of1", network]
    measured = []

    def measure_row(options, name, deadline):
        if name == stops_at:
            raise common.Stopped
        measured.append(name)
        return {"name": name, "results": {}}

    one_shot.measure_row = measure_row
    options = argparse.Namespace(networks=["alexnet", "vgg16"], trials=96, every_op=False, note=None, seconds=seconds)
    try:
        one_shot.measure(options)
    except common.Stopped:
        pass
    print("one shot", library, seconds, "measured", *measured)


shoot("one", 60, "vgg16")
shoot("one", 60, None)
shoot("one", 60, None)
shoot("one", None, "vgg16/1of1")
shoot("two", 60, "alexnet")

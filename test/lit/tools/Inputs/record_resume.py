"""Prints which rows are measured when a table is gone on with by the same build at another commit, and by another build."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "bench/tables"))
import common
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

"""How far processors are from one another, and which measurements are compared when they move: distances of a list."""
import os
import pathlib
import sys

sys.dont_write_bytecode = True
for folder in ("bench/peers", "bench/tables"):
    sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / folder))
import alike
import core_distance

NEAR, FAR = 30, 160
print("none between one:", core_distance.nanoseconds(1))
print("measured:", core_distance.nanoseconds(2) > 0 or len(os.sched_getaffinity(0)) < 2)


def measured(distances):
    """Figures are how often one was measured."""
    there, counts = iter(distances), {"ours 2": 0, "peer 2": 0}

    def once(who):
        counts[who] += 1
        return counts[who]

    return alike.measured({who: lambda who=who: once(who) for who in counts}, lambda: next(there))


print("as they are:", *measured([NEAR] * 4))
print("ours again, near:", *measured([FAR] * 2 + [NEAR] * 2 + [NEAR, NEAR, NEAR, NEAR + 1]))
print("they move while one is measured:", *measured([FAR, NEAR] + [NEAR] * 4))
print("they move in every try:", *measured([FAR, NEAR] * 4 + [FAR] * 2 + [FAR] * 4))
print("never alike:", *measured(([FAR] * 2 + [NEAR] * 2) * 7))

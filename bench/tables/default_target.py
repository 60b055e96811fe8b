"""The target where nobody names one: on the workloads, the choice of the shipped model beside the
analytical one, both for that target, in turns within one process on the machine at hand.
"""
import common
import record
import transfer
import workloads

TARGET = "x86-64-v3"  # target_default (machine/target.h)


def row(name):
    path = workloads.path_of(name)
    ours = {"learned": (path, "--target", TARGET),
            "analytical": (path, "--target", TARGET, "--model", "analytical")}
    return {"name": name, "flops": workloads.workload(name).flops,
            "results": common.take_turns(workloads.TURNS, ours, {})}


def measure(options, name):
    return common.in_timed_process(options, "default-target", name, with_peers=False)


# --- the document

def section():
    """Of lab/results/results.md."""
    table = record.Table("default-target").runs()
    if not table:
        return []
    rows = record.merged(table)
    made = ["## Without a target", "", *record.heading(table),
            f"Chosen for `{TARGET}`, the target where neither option nor module names one. In turns within one process, compared "
            "with the untouched lowering. Ratios are of speed: above 1, the first is faster.", "",
            transfer.summary_line(rows, "Workloads, the learned choice against the analytical one", False, "learned", "analytical",
                                  1.0, None), "",
            "| ms | learned | analytical | learned / analytical |", "|---|---:|---:|---:|"]
    for found in rows:
        learned, analytical = (found["seconds"][who][0] for who in ("learned", "analytical"))
        made.append(f"| {found['name']} | {learned * 1e3:.3f} | {analytical * 1e3:.3f} | {analytical / learned:.2f} |")
    return [*made, "", "Reproduce: `scripts/results default-target report`.", ""]

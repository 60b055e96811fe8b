"""lab/results/judging.md from bench/results/judging.json (judging.py)."""
import math
import statistics

import common
import judging
import record

FAMILY_LEAST, OP_LEAST = 0.93, 0.85
# Title, who, against whom, wanted geometric mean of the ops. Ratios are of speed.
OPS = (("Learned choice against the best found", "learned", "best", 0.97),
       ("Analytical choice against the best found", "analytical", "best", None),
       ("Learned choice against the analytical one", "learned", "analytical", 1.05),
       ("Choice of a model without this processor against the analytical one", "unseen", "analytical", 1.02))
NETWORKS = (("Learned choices against the analytical ones", "learned", "analytical", 1.03),
            ("Choices of a model without this processor against the analytical ones", "unseen", "analytical", 1.02))
NETWORK_LEAST = {"learned": None, "unseen": 0.97}
PEERS = ("openblas", "onnxruntime")


def report_of(path):
    return common.ROOT / "lab/results/judging.md" if path == judging.FROZEN else judging.table_of(path).path.with_suffix(".md")


def ratio(row, who, whom):
    return row["seconds"][whom][0] / row["seconds"][who][0]


def has(row, *names):
    return all(name in row["seconds"] for name in names)


def is_equal(row, who, whom):
    """Whether both have the same schedules: `equal` has those that are the learned ones."""
    own = {"learned", *row["equal"]}
    return who in own and whom in own


def mean_text(values):
    """Geometric mean and one standard error of it."""
    if not values:
        return "-"
    logs = [math.log(value) for value in values]
    error = f" ± {statistics.stdev(logs) / len(logs) ** 0.5:.3f}" if len(logs) > 1 else ""
    return f"{common.geomean(values):.3f}{error}"


def noise_text(values):
    """Of rows where both have the same schedules."""
    if len(values) < 2:
        return f"too few to tell ({len(values)} with the same schedules)"
    return f"{mean_text(values)}, {100 * statistics.stdev(map(math.log, values)):.1f} % of a row ({len(values)} with the same schedules)"


def split(rows, who, whom):
    """Ratios of all, of those with other schedules, of those with the same."""
    found = [(ratio(row, who, whom), is_equal(row, who, whom)) for row in rows if has(row, who, whom)]
    return [v for v, _ in found], [v for v, same in found if not same], [v for v, same in found if same]


# --- ops

def op_line(rows, title, who, whom, wanted):
    everything, other, same = split(rows, who, whom)
    if not everything:
        return []
    least = min((row for row in rows if has(row, who, whom)), key=lambda row: ratio(row, who, whom))
    return [f"- {title}: geometric mean {mean_text(everything)} of {len(everything)} ops" + (f" (wanted {wanted})" if wanted else "")
            + f"; least {min(everything):.3f}, {least['name']}; of the {len(other)} with other schedules {mean_text(other)}; noise {noise_text(same)}."]


def family_lines(rows):
    families = sorted({row["family"] for row in rows})
    made = ["| family | ops | learned / best found | noise | least | learned / analytical | noise | least | other schedules |", "|---" + "|---:" * 8 + "|"]
    for family in families:
        own = [row for row in rows if row["family"] == family]
        best, _, best_noise = split(own, "learned", "best")
        analytical, other, analytical_noise = split(own, "learned", "analytical")
        made.append(f"| {family} | {len(own)} | {mean_text(best)} | {noise_text(best_noise)} | {min(best):.3f} | {mean_text(analytical)} | "
                    f"{noise_text(analytical_noise)} | {min(analytical):.3f} | {len(other)} |")
    return made


def below_lines(rows):
    means = {}
    for row in rows:
        means.setdefault(row["family"], []).append(ratio(row, "learned", "best"))
    families = [f"{family} {common.geomean(values):.3f}" for family, values in sorted(means.items()) if common.geomean(values) < FAMILY_LEAST]
    ops = [f"{row['name']} {ratio(row, 'learned', 'best'):.3f}" for row in rows if ratio(row, "learned", "best") < OP_LEAST]
    return [f"- Families below {FAMILY_LEAST} of the best found: {', '.join(families) or 'none'}.",
            f"- Ops below {OP_LEAST} of it: {', '.join(ops) or 'none'}."]


def peer_line(rows):
    """Where a peer has the op with all that is fused."""
    found = [min(row["seconds"][who][0] for who in PEERS if who in row["seconds"]) / row["seconds"]["learned"][0]
             for row in rows if any(who in row["seconds"] for who in PEERS)]
    return [f"- Learned choice against the better of OpenBLAS and ONNX Runtime: geometric mean {mean_text(found)}, least {min(found):.3f}; "
            f"{len(found)} ops that they have as they are."] if found else []


def cell(row, who):
    return f"{row['seconds'][who][0] * 1e6:.1f}" if who in row["seconds"] else "-"


def op_rows(rows, columns):
    made = ["| op | " + " | ".join(f"{who}, us" for who in columns) + " | learned / best | learned / analytical | same schedules | trials |",
            "|---" + "|---:" * (len(columns) + 2) + "|---|---:|"]
    for row in rows:
        made.append(f"| {row['name']} | " + " | ".join(cell(row, who) for who in columns) +
                    f" | {ratio(row, 'learned', 'best'):.3f} | {ratio(row, 'learned', 'analytical'):.3f} | {', '.join(row['equal']) or '-'} | {row['trials']} |")
    return made


def ops_section(rows):
    if not rows:
        return []
    columns = [who for who in ("learned", "analytical", "unseen", "best", *PEERS) if any(has(row, who) for row in rows)]
    return ["## Ops", "", *(line for wanted in OPS for line in op_line(rows, *wanted)), *below_lines(rows), *peer_line(rows), "",
            *family_lines(rows), "", *op_rows(rows, columns), ""]


# --- networks

def network_seconds(rows, uses, who):
    return sum(uses[row["name"]] * row["seconds"][who][0] for row in rows)


def network_ratio(rows, uses, who, whom):
    """Of layers that it runs; None where there are none."""
    own = network_seconds(rows, uses, who)
    return network_seconds(rows, uses, whom) / own if own else None


def by_network(rows):
    found = {}
    for row in rows:
        found.setdefault(row["network"], []).append(row)
    return found


def network_line(networks, uses, title, who, whom, wanted):
    values = {name: network_ratio(rows, uses, who, whom) for name, rows in networks.items() if all(has(row, who, whom) for row in rows)}
    values = {name: value for name, value in values.items() if value}
    if not values:
        return []
    least, low = min(values, key=values.get), NETWORK_LEAST[who]
    noise = [network_ratio([row for row in rows if is_equal(row, who, whom)], uses, who, whom) for rows in networks.values()]
    noise = [value for value in noise if value]
    return [f"- {title}: geometric mean {mean_text(list(values.values()))} of {len(values)} networks (wanted {wanted}); least {values[least]:.3f}, {least}"
            + (f" (wanted {low})" if low else "") + f"; noise, their layers with the same schedules: {mean_text(noise)}."]


def run_ratios(runs, network, uses):
    """Learned over analytical of each whole run."""
    for run in runs:
        rows = [{**row, "seconds": {who: (found["median"], 0) for who, found in row["results"].items()}} for row in run["rows"]
                if row["network"] == network and row["results"]]
        value = network_ratio(rows, uses, "learned", "analytical") if all(has(row, "learned", "analytical") for row in rows) else None
        if value:
            yield value


def network_rows(networks, uses, runs):
    made = ["| network | layers | uses | other schedules | learned, ms | analytical, ms | learned / analytical | runs | noise |",
            "|---" + "|---:" * 8 + "|"]
    for name, rows in networks.items():
        other = [row for row in rows if not is_equal(row, "learned", "analytical")]
        same = [row for row in rows if is_equal(row, "learned", "analytical")]
        value, noise = (network_ratio(part, uses, "learned", "analytical") for part in (rows, same))
        each = list(run_ratios(runs, name, uses))
        made.append(f"| {name} | {len(rows)} | {sum(uses[row['name']] for row in rows)} | {len(other)} | "
                    + " | ".join(f"{network_seconds(rows, uses, who) * 1e3:.3f}" for who in ("learned", "analytical"))
                    + f" | {value:.3f} | {min(each):.3f} to {max(each):.3f} | {f'{noise:.3f}' if noise else '-'} |")
    return made


def layer_families(rows):
    made = ["| family | layers | learned / analytical | least | other schedules | noise |", "|---|---:|---:|---:|---:|---|"]
    for family in sorted({row["family"] for row in rows}):
        everything, other, same = split([row for row in rows if row["family"] == family], "learned", "analytical")
        made.append(f"| {family} | {len(everything)} | {mean_text(everything)} | {min(everything):.3f} | {len(other)} | {noise_text(same)} |")
    return made


def networks_section(rows, uses, runs):
    networks = {name: own for name, own in by_network(rows).items() if network_seconds(own, uses, "learned")}
    if not networks:
        return []
    return ["## Networks", "",
            "The layers of a network that are in the set, each by itself with operands in the caches, times its uses: not the whole network. *Noise*: the "
            "same of the layers where both choices have the same schedules.", "",
            *(line for wanted in NETWORKS for line in network_line(networks, uses, *wanted)), "",
            *network_rows(networks, uses, runs), "", *layer_families(rows), ""]


# --- the document

def heading(path, table, rows, failed):
    about = table["about"]
    return ["# The judging set" if path == judging.FROZEN else f"# {path.name}", "",
            f"Written by `scripts/results judging report`, from {about['set']} ({about['set_digest']}); [metrics.md](metrics.md#judging-set) says what it is and when it is measured."
            if path == judging.FROZEN else f"Written by `scripts/results judging --set`, from {about['set']} ({about['set_digest']}).", "",
            *record.heading(table), "",
            f"f32, run-time weights, warm caches, one thread; ops are compared with the untouched lowering. *Learned*: the choice without measuring. *Best*: the "
            f"fastest of {about['trials']} trials of `autotune-lab search` from that choice, by this build (a fifth of that for each op of a softmax or norm). "
            f"Microseconds, in turns within one process. Ratios are of speed: above 1, the first is faster. ± is one standard error of the mean.",
            *([f"**Failed: {', '.join(failed)}.**"] if failed else []), ""]


def write(path):
    """From whole runs; where there are none, from those that were stopped, which the document says."""
    kept = judging.table_of(path)
    table = kept.runs() or record.read(kept.partial)
    if not table or not any(run["rows"] for run in table["runs"]):
        return
    is_whole = bool(kept.runs())
    if not is_whole:
        table["runs"][-1].setdefault("ended", "its stop")
    merged = record.merged(table)
    rows = [row for row in merged if row["results"]]
    failed = [row["name"] for row in merged if not row["results"]]
    if not rows:
        print(f"{path.name}: every row failed, there is nothing to tell")
        return
    lines = heading(path, table, rows, failed)
    if not is_whole:
        lines += [f"**Stopped: {len(merged)} rows, no whole run.**", ""]
    report = report_of(path)
    report.parent.mkdir(parents=True, exist_ok=True)
    lines += [*ops_section([row for row in rows if not row["network"]]),
              *networks_section([row for row in rows if row["network"]], table["about"]["uses"], table["runs"])]
    report.write_text("\n".join(lines))
    print(f"wrote {report.relative_to(common.ROOT)}")

"""The pictures of these examples, as SVG: bars, curves, and a field of numbers: picture.py NUMBERS.txt FILE.svg draws that."""
import html
import pathlib
import sys
import time

COLOURS = ("#0060c0", "#d08000", "#888888")
WIDTH, ROW, TOP = 640, 16, 40


def text(x, y, words, anchor="start", colour="black", weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-weight="{weight}">'
            f"{html.escape(words)}</text>")


def write(path, title, height, shapes):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="10">'
            f'<rect width="{WIDTH}" height="{height}" fill="white"/>')
    pathlib.Path(path).write_text("\n".join([head, text(10, 16, title, weight="bold"), *shapes, "</svg>"]) + "\n")


def legend(names):
    return [text(10 + 150 * n, 32, name, colour=COLOURS[n], weight="bold") for n, name in enumerate(names)]


def bars(path, title, names, rows):
    """rows: of (label, one number for each of the names)."""
    left, thick = 220, (ROW - 4) / len(names)
    scale = (WIDTH - left - 50) / max(max(numbers) for _, numbers in rows)
    shapes = legend(names) if len(names) > 1 else []
    for n, (label, numbers) in enumerate(rows):
        y = TOP + n * ROW
        shapes.append(text(left - 6, y + 10, label, "end"))
        shapes += [f'<rect x="{left}" y="{y + 1 + k * thick:.1f}" width="{number * scale:.1f}" height="{thick:.1f}" fill="{COLOURS[k]}"/>'
                   for k, number in enumerate(numbers)]
        shapes.append(text(left + max(numbers) * scale + 5, y + 10, f"{numbers[0]:.3g}"))
    write(path, title, TOP + len(rows) * ROW + 8, shapes)


def curves(path, title, across, lines):
    """lines: {name: [(x, y)]}; y from 0 on."""
    left, right, bottom, height = 44, WIDTH - 20, 200, 236
    points = [point for line in lines.values() for point in line]
    last, high = max(x for x, _ in points), 1.1 * max(y for _, y in points)
    place = lambda x, y: (left + x / last * (right - left), bottom - y / high * (bottom - TOP))  # noqa: E731
    shapes = legend(lines)
    for part in range(5):
        x, y = place(part / 4 * last, part / 4 * high)
        shapes += [f'<path d="M{left} {y:.1f}H{right}" stroke="#ddd"/>', text(left - 4, y + 3, f"{part / 4 * high:.2g}", "end"),
                   text(x, bottom + 14, f"{part / 4 * last:g}", "middle")]
    shapes.append(text((left + right) / 2, bottom + 28, across, "middle"))
    for colour, line in zip(COLOURS, lines.values()):
        places = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in line)
        shapes.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    write(path, title, height, shapes)


def field(path, title, rows):
    """rows of numbers from 0 to 1, of which every second is drawn, in one of 17 colours."""
    cells = {}
    for i, row in enumerate(rows[::2]):
        for j, number in enumerate(row[::2]):
            cells.setdefault(round(16 * number ** 0.4), []).append(f"M{10 + 7 * j} {28 + 7 * i}h7v7h-7z")
    write(path, title, 40 + 7 * len(rows[::2]), [
        f'<path fill="rgb({15 * level},{round(200 * (level / 16) ** 2.5)},{10 * (16 - level)})" d="{"".join(places)}"/>'
        for level, places in sorted(cells.items())])


def seconds(function, *arguments, repeats=30):
    """The shortest of several calls."""
    shortest = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        function(*arguments)
        shortest = min(shortest, time.perf_counter() - start)
    return shortest


def compare(path, title, calls):
    """calls: {name: a function without arguments}. Bars of times as long as the first takes."""
    times = {name: min(seconds(call) for _ in range(3)) for name, call in calls.items()}
    first = next(iter(times.values()))
    bars(path, title, ["times as long"], [(name, [taken / first]) for name, taken in times.items()])


def kernels(path, title, model):
    """Of the ten ops that take longest, the parts of the whole: as they are measured, and as the cost model predicted."""
    rounds = [[kernel.measured_seconds or 0 for kernel in model.measure()] for _ in range(5)]
    timed = [(f"{place}: {kernel.op}", min(seconds), kernel.predicted_seconds)
             for place, (kernel, *seconds) in enumerate(zip(model.kernels, *rounds), 1)]
    whole = [sum(column) for column in list(zip(*timed))[1:]]
    longest = sorted(timed, key=lambda each: -each[1])[:10]
    bars(path, title, ["measured, % of the whole", "predicted"],
         [(label, [100 * seconds / whole[0], 100 * predicted / whole[1]]) for label, seconds, predicted in longest])


if __name__ == "__main__":
    source, target = sys.argv[1:]
    numbers = [list(map(float, line.split())) for line in pathlib.Path(source).read_text().splitlines()]
    field(target, "Laplace's equation, one warm side, after 200 sweeps", numbers)

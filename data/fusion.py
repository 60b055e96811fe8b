#!/usr/bin/env python3
"""Writes the programs whose fusion configurations `autotune-lab fusion collect` measures.

    data/fusion.py FOLDER        writes FOLDER/NETWORK_PLACE.mlir, slices of the networks of
                                 test/models, and FOLDER/made_KIND_SIZES.mlir, graphs of our own
    data/fusion.py FOLDER --draws N [--seed S]
                                 writes N programs that are drawn instead: two in five are slices,
                                 FOLDER/NETWORK_PLACE_OPS.mlir, the others graphs of drawn sizes

A slice is a run of consecutive ops of a network: what it reads from before it are its arguments, what is
read after it are its results. Constants and empty tensors come along. The same arguments give the same
files on every run, and a larger N the same ones first; a name stands for one program whatever the seed.
"""
import argparse
import math
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import folder
from fusion_graphs import DRAWN, MADE, MAX_BYTES, MAX_FLOPS, TooLarge

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Slices of a network: how many. Those of one architecture that others repeat are left out.
SLICES = {"resnet18": 9, "mobilenet_v2": 10, "squeezenet": 9, "bert_2layer": 10, "resnet50": 8, "mobilenet_v1": 7,
          "densenet121": 10, "efficientnet_b0": 12, "inception_v1": 9, "alexnet": 3, "dcgan": 2, "dqn": 2, "lstm_lm": 3,
          "mlp_b128": 1, "mlp": 1}
OPS = (3, 12)  # of a slice that take time
MOVES = ("linalg.fill", "linalg.broadcast", "tensor.empty", "arith.constant", "tensor.collapse_shape",
         "tensor.expand_shape")
BYTES = {"f32": 4, "f64": 8, "i64": 8, "i32": 4, "i1": 1, "i8": 1, "f16": 2}


def statements(body):
    """Ops of a function's body, each with the lines of its regions."""
    depth, lines = 0, []
    for line in body:
        lines.append(line)
        code = re.sub(r'"[^"]*"', "", line)
        depth += sum(code.count(c) for c in "({[") - sum(code.count(c) for c in ")}]")
        if depth == 0:
            yield "\n".join(lines)
            lines = []


def type_of(text):
    """Of the one result of a statement."""
    last = text.rstrip().splitlines()[-1]
    tensors = re.findall(r"tensor<[^>]*>", last)
    return tensors[-1] if tensors else last.rsplit(" : ", 1)[1].strip()


def shape_of(kind):
    found = re.fullmatch(r"tensor<((?:\d+x)*)(\w+)>", kind)
    return ([int(n) for n in found[1].split("x") if n], found[2]) if found else ([], kind)


def bytes_of(kind):
    shape, element = shape_of(kind)
    size = BYTES.get(element, 8)
    for extent in shape:
        size *= extent
    return size


class Network:
    def __init__(self, path):
        lines = path.read_text().splitlines()
        start = next(n for n, line in enumerate(lines) if "func.func" in line)
        self.maps = [line for line in lines[:start] if line.startswith("#")]
        self.types = dict(re.findall(r"(%arg\d+): ([^,)]+?)(?=[,)] ?)", lines[start].split("->")[0]))
        end = next(n for n, line in enumerate(lines) if line.strip().startswith("return "))
        self.returned = re.findall(r"%[\w]+", lines[end].split(":")[0])
        self.ops = []  # (result, text, names read)
        for text in statements(lines[start + 1:end]):
            head = re.match(r"\s*(%\w+)(?::\d+)? = ", text)
            if not head:
                raise ValueError(f"{path}: no result: {text[:60]}")
            self.types[head[1]] = type_of(text)
            inner = set(re.findall(r"(%\w+)(?: =|:)", text)) - {head[1]}
            reads = [name for name in dict.fromkeys(re.findall(r"%\w+", text[head.end():])) if name not in inner]
            self.ops.append((head[1], text, reads))
        self.place = {op[0]: n for n, op in enumerate(self.ops)}

    def takes_time(self, n):
        return not self.ops[n][1].split(" = ", 1)[1].startswith(MOVES)

    def comes_along(self, name):
        """Constants, fills and empty tensors are made anew by whoever reads them."""
        if name not in self.place:
            return False
        text, reads = self.ops[self.place[name]][1:]
        kind = text.split(" = ", 1)[1]
        return kind.startswith(("arith.constant", "tensor.empty", "linalg.fill")) and all(map(self.comes_along, reads))

    def flops(self, n):
        """Points of the loops of a contraction, of a cheap op none."""
        text, reads = self.ops[n][1:]
        kind = text.split(" = ", 1)[1]
        if not re.match(r"linalg\.(conv|matmul|batch|depthwise)", kind):
            return 0
        shape, _ = shape_of(self.types[self.ops[n][0]])
        points = 2.0
        for extent in shape:
            points *= extent
        second, _ = shape_of(self.types[reads[1]])
        first, _ = shape_of(self.types[reads[0]])
        if "matmul" in kind:
            return points * first[-1]
        for extent in second[1:]:
            points *= extent
        return points

    def cut(self, first, last):
        """The module of ops first to last, None when it is no slice to measure."""
        inside = {self.ops[n][0] for n in range(first, last + 1)}
        kept, arguments = [], []

        def need(name):
            if name in self.place and (name in inside or self.comes_along(name)):
                if self.place[name] not in kept:
                    for read in self.ops[self.place[name]][2]:
                        need(read)
                    kept.append(self.place[name])
            elif name not in arguments:
                arguments.append(name)

        for n in range(first, last + 1):
            if not self.comes_along(self.ops[n][0]):
                need(self.ops[n][0])
        results = [self.ops[n][0] for n in range(first, last + 1)
                   if not self.comes_along(self.ops[n][0]) and (self.ops[n][0] in self.returned or any(
                       self.ops[n][0] in op[2] for op in self.ops[last + 1:])) and self.types[self.ops[n][0]].startswith("tensor")]
        kinds = [self.types[name] for name in arguments + results]
        if not results or len(results) > 2 or not all(k.startswith("tensor<") and ("f32" in k or "f64" in k) for k in kinds):
            return None
        sizes = sum(map(bytes_of, kinds)) + sum(bytes_of(self.types[self.ops[n][0]]) for n in kept if self.takes_time(n))
        if sizes > MAX_BYTES or sum(self.flops(n) for n in kept) > MAX_FLOPS:
            return None
        # What is in flight comes first: it is data, the others are weights.
        arguments.sort(key=lambda name: name.startswith("%arg"))
        names = {name: f"%in{n}" for n, name in enumerate(arguments)}
        texts = [re.sub(r"%\w+", lambda found: names.get(found[0], found[0]), self.ops[n][1]) for n in sorted(kept)]
        head = ", ".join(f"{names[name]}: {self.types[name]}" for name in arguments)
        types = ", ".join(self.types[name] for name in results)
        maps = [line for line in self.maps if re.search(line.split(" =")[0] + r"\b", "\n".join(texts))]
        return "\n".join([*maps, "module {", f"  func.func @main({head}) -> ({types}) {{", *texts,
                          f"    return {', '.join(results)} : {types}", "  }", "}", ""])

    def slices(self, count, rng):
        """Text by place: at most so many, of different texts but for the names of values."""
        timed = [n for n in range(len(self.ops)) if self.takes_time(n)]
        seen, found = set(), []
        for _ in range(60 * count):
            if len(found) == count or len(timed) <= OPS[0]:
                break
            at, _, text = self.draw(rng)
            shape = text and without_names(text)
            if text and shape not in seen:
                seen.add(shape)
                found.append((at, text))
        return dict(found)

    def draw(self, rng):
        """Place, number of ops that take time, and text; None where it is none to measure."""
        timed = [n for n in range(len(self.ops)) if self.takes_time(n)]
        length = rng.randint(*OPS)
        at = rng.randrange(max(1, len(timed) - OPS[0]))
        end = min(at + length, len(timed))
        # The initial value of the first op, and a broadcast before it, belong to it.
        return at, end - at, self.cut(timed[at - 1] + 1 if at else 0, timed[end - 1])


def without_names(text):
    return re.sub(r"%\w+", "%", text)


SLICED = 2 / 5  # of the programs that are drawn


def draw_size(rng, sizes):
    if isinstance(sizes, list):
        return rng.choice(sizes)
    low, high = map(math.log, sizes)
    return round(math.exp(rng.uniform(low, high)))


def draw_slice(networks, rng):
    """Name and text; None where it is none to measure."""
    name = rng.choice(sorted(networks))
    at, length, text = networks[name].draw(rng)
    return text and (f"{name}_{at:03}_{length:02}", text)


def draw_graph(rng):
    """The same."""
    make = rng.choice(list(DRAWN))
    sizes = [draw_size(rng, each) for each in DRAWN[make]]
    try:
        return made_name(make, sizes), make(*sizes)
    except TooLarge:
        return None


def draw(networks, rng):
    is_slice, program = rng.random() < SLICED, None
    while not program:
        program = draw_slice(networks, rng) if is_slice else draw_graph(rng)
    return program


def made_name(make, sizes):
    return f"made_{make.__name__}_{'_'.join(map(str, sizes))}"


def network(name):
    return Network(ROOT / f"test/models/{name}.mlir")


def drawn(count, seed):
    """Text by name, of texts that differ in more than the names of values."""
    networks = {name: network(name) for name in SLICES}
    networks = {name: each for name, each in networks.items() if sum(map(each.takes_time, range(len(each.ops)))) > OPS[0]}
    rng, found, shapes = random.Random(seed), {}, set()
    for _ in range(60 * count):
        if len(found) == count:
            break
        name, text = draw(networks, rng)
        if without_names(text) not in shapes and name not in found:
            shapes.add(without_names(text))
            found[name] = text
    return found


def chosen():
    """The programs of data/dataset/fusion.tsv.gz."""
    found = {f"{name}_{at:03}": text for name, wanted in SLICES.items()
             for at, text in network(name).slices(wanted, random.Random(name)).items()}
    return found | {made_name(make, sizes): make(*sizes) for make, rows in MADE.items() for sizes in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--draws", type=int, metavar="N")
    parser.add_argument("--seed", type=int, metavar="S", help="of the draws (0)")
    options = parser.parse_args()
    if options.draws is not None and options.draws < 1:
        parser.error(f"--draws {options.draws}: use 1 or more")
    if options.seed is not None and not options.draws:
        parser.error("--seed is of --draws: add that")
    programs = drawn(options.draws, options.seed or 0) if options.draws else chosen()
    folder.write(options.folder, ((f"{name}.mlir", text) for name, text in programs.items()))
    print(f"{options.folder}: {len(programs)} programs")


if __name__ == "__main__":
    main()

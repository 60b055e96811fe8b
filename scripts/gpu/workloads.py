"""What a pack measures: sums of products, as linalg on memrefs and as iterators with strides, which the runner's own sums need."""
import random
import re

# AutoTVM (Chen et al., 2018), table 1: the convolutions of ResNet-18 for one image. H = W, input channels, output channels, kernel, stride.
AUTOTVM = {"C1": (224, 3, 64, 7, 2), "C2": (56, 64, 64, 3, 1), "C3": (56, 64, 64, 1, 1), "C4": (56, 64, 128, 3, 2), "C5": (56, 64, 128, 1, 2),
           "C6": (28, 128, 128, 3, 1), "C7": (28, 128, 256, 3, 2), "C8": (28, 128, 256, 1, 2), "C9": (14, 256, 256, 3, 1),
           "C10": (14, 256, 512, 3, 2), "C11": (14, 256, 512, 1, 2), "C12": (7, 512, 512, 3, 1)}
# Products m n k of BERT base for 128 tokens, and of a decoder with 4096 channels as Llama 2 of 7 billion, for few and many tokens.
BERT = {"qkv": (128, 768, 768), "ffn_up": (128, 3072, 768), "ffn_down": (128, 768, 3072)}
BERT_BATCHES = {"scores": (12, 128, 128, 64), "context": (12, 128, 64, 128)}
LLAMA = {f"{name}_{m}": (m, n, k) for m in (1, 16, 128, 512)
         for name, n, k in (("attention", 4096, 4096), ("gate", 11008, 4096), ("down", 4096, 11008))}
SQUARES = {str(n): (n, n, n) for n in (256, 512, 1024, 2048, 4096)}
SMALL_SQUARES = {"f16": (1024, 2048, 4096), "bf16": (4096,), "i8": (4096,)}  # by the type of the factors
RESULTS = {"f32": "f32", "f16": "f16", "bf16": "bf16", "i8": "i32"}
BYTES = {"f32": 4, "f16": 2, "bf16": 2, "i8": 1, "i32": 4}
DRAWN_TYPES = ("f32", "f16", "f32", "bf16", "f32", "i8", "f32", "f32")  # of draws in turn
MATRICES = {"f16": ("mma_f16", 16), "bf16": ("mma_bf16", 16), "i8": ("mma_i8", 32)}  # instruction, its terms
OLD_MATRICES = {"f16": ("mma_f16_k8", 8), "i8": ("mma_i8_k16", 16)}  # of sm_75


class Workload:
    """`letters`: name -> (size, whether it is summed). `operands`: of left, right and results, the expression of each dimension as
    {letter: factor}, and the sizes of the dimensions."""

    def __init__(self, name, letters, operands, factor="f32"):
        self.name, self.letters, self.operands = name, letters, operands
        self.types = [factor, factor, RESULTS[factor]]

    def sizes(self, operand):
        return [1 + sum((self.letters[letter][0] - 1) * factor for letter, factor in dim.items()) for dim in self.operands[operand]]

    def elements(self, operand):
        count = 1
        for size in self.sizes(operand):
            count *= size
        return count

    def stride(self, operand, letter):
        total, step = 0, 1
        for dim, size in zip(reversed(self.operands[operand]), reversed(self.sizes(operand))):
            total += step * dim.get(letter, 0)
            step *= size
        return total

    def flops(self):
        count = 2
        for size, _ in self.letters.values():
            count *= size
        return count

    def manifest(self):
        words = [self.name, *self.types, *(self.elements(o) for o in range(3)), len(self.letters)]
        for letter, (size, is_summed) in self.letters.items():
            words += [size, int(is_summed), *(self.stride(o, letter) for o in range(3))]
        return "W " + " ".join(map(str, words))

    def kinds(self, kind):
        """The types of the operands: "memref" or "tensor"."""
        return [f"{kind}<" + "".join(f"{size}x" for size in self.sizes(o)) + f"{self.types[o]}>" for o in range(3)]

    def generic(self, kind, note):
        """The op, without its result and its type."""
        factor, _, result = self.types
        kinds = self.kinds(kind)
        text = [" + ".join(letter if factor == 1 else f"{letter} * {factor}" for letter, factor in dim.items()) for operand in self.operands
                for dim in operand]
        maps, at = [], 0
        for operand in self.operands:
            maps.append(f"affine_map<({', '.join(self.letters)}) -> ({', '.join(text[at:at + len(operand)])})>")
            at += len(operand)
        iterators = ", ".join('"reduction"' if is_summed else '"parallel"' for _, is_summed in self.letters.values())
        casting, suffix = ("i", "w") if result == "i32" else ("f", "")
        casts = "".join(f"%{value}w = arith.extsi %{value} : {factor} to {result}\n" for value in "xy") if suffix else ""
        return (f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]{note}}} "
                f"ins(%a, %b : {kinds[0]}, {kinds[1]}) outs(%{'c' if kind == 'memref' else 'f'} : {kinds[2]}) {{\n^bb0(%x: {factor}, %y: {factor}, %s: {result}):\n{casts}"
                f"%p = arith.mul{casting} %x{suffix}, %y{suffix} : {result}\n%t = arith.add{casting} %s, %p : {result}\nlinalg.yield %t : {result}\n}}")

    def zero(self):
        return f"%zero = arith.constant 0{'' if self.types[2] == 'i32' else '.0'} : {self.types[2]}"

    def function(self, name, schedule):
        """A func.func on memrefs whose sums start from zero; schedule "": the model's."""
        kinds, result = self.kinds("memref"), self.types[2]
        note = f', autotune.schedule = "{schedule}"' if schedule else ""
        return (f"func.func @{name}(%a: {kinds[0]}, %b: {kinds[1]}, %c: {kinds[2]}) {{\n{self.zero()}\n"
                f"linalg.fill ins(%zero : {result}) outs(%c : {kinds[2]})\n{self.generic('memref', note)}\nreturn\n}}\n")

    def on_tensors(self, name):
        """The same on tensors, for the model to choose."""
        kinds, result = self.kinds("tensor"), self.types[2]
        return (f"func.func @{name}(%a: {kinds[0]}, %b: {kinds[1]}) -> {kinds[2]} {{\n{self.zero()}\n%e = tensor.empty() : {kinds[2]}\n"
                f"%f = linalg.fill ins(%zero : {result}) outs(%e : {kinds[2]}) -> {kinds[2]}\n%r = {self.generic('tensor', '')} -> {kinds[2]}\n"
                f"return %r : {kinds[2]}\n}}\n")


def product(name, m, n, k, batch=None, is_right_transposed=False, factor="f32"):
    letters = ({"b": (batch, False)} if batch else {}) | {"m": (m, False), "n": (n, False), "k": (k, True)}
    batches = [{"b": 1}] if batch else []
    right = [{"n": 1}, {"k": 1}] if is_right_transposed else [{"k": 1}, {"n": 1}]
    return Workload(name, letters, [batches + [{"m": 1}, {"k": 1}], batches + right, batches + [{"m": 1}, {"n": 1}]], factor)


def convolution(name, size, channels, filters, taps, stride):
    """NCHW, one image, which has been padded."""
    out = (size + 2 * (taps // 2) - taps) // stride + 1
    letters = {"f": (filters, False), "h": (out, False), "w": (out, False), "c": (channels, True), "i": (taps, True), "j": (taps, True)}
    return Workload(name, letters, [[{"c": 1}, {"h": stride, "i": 1}, {"w": stride, "j": 1}], [{"f": 1}, {"c": 1}, {"i": 1}, {"j": 1}],
                                    [{"f": 1}, {"h": 1}, {"w": 1}]])


def from_corpus(line):
    """The product of a row of data/corpus.tsv; None: it is none of f32."""
    fields = line.rstrip("\n").split("\t")
    if len(fields) < 3 or fields[0] not in ("matmul", "matmul_nt", "batch_matmul") or fields[2] != "f32":
        return None
    sizes = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", fields[1])}
    if not {"m", "n", "k"} <= set(sizes):
        return None
    return product("", sizes["m"], sizes["n"], sizes["k"], sizes.get("b") or sizes.get("batch"), fields[0] == "matmul_nt")


def draws(corpus, count):
    """`count` products: those of the corpus in a random order, then products of sizes between 1 and 4096, of equal chance by logarithm."""
    rng = random.Random(20261127)
    found, seen = [], set()
    rows = [from_corpus(line) for line in corpus]
    rows = [row for row in rows if row]
    rng.shuffle(rows)
    while len(found) < count:
        if rows:
            drawn = rows.pop()
        else:
            m, n, k = (int(2 ** rng.uniform(0, 12)) for _ in range(3))
            drawn = product("", m, n, k, rng.choice((None, None, None, 2, 8, 12)), rng.random() < 0.3)
        key = str((drawn.letters, drawn.operands))
        if key in seen or drawn.flops() > 4e11 or max(drawn.elements(o) for o in range(3)) > 1 << 26:
            continue
        seen.add(key)
        factor = DRAWN_TYPES[len(found) % len(DRAWN_TYPES)]
        found.append(Workload(f"draw_{len(found)}", drawn.letters, drawn.operands, factor))
    return found


def workloads(corpus, draw_count):
    """Those that results are told of first, so that they are measured when the time is short."""
    listed = [product(f"square_{name}", *sizes) for name, sizes in SQUARES.items()]
    listed += [product(f"bert_{name}", *sizes) for name, sizes in BERT.items()]
    listed += [product(f"bert_{name}", m, n, k, batch, name == "scores") for name, (batch, m, n, k) in BERT_BATCHES.items()]
    listed += [product(f"square_{n}_{factor}", n, n, n, factor=factor) for factor, sizes in SMALL_SQUARES.items() for n in sizes]
    listed += [product(f"bert_{name}_f16", *sizes, factor="f16") for name, sizes in BERT.items()]
    listed += [product(f"bert_{name}_f16", m, n, k, batch, name == "scores", "f16") for name, (batch, m, n, k) in BERT_BATCHES.items()]
    listed += [product(f"llama_{name}", *sizes) for name, sizes in LLAMA.items()]
    listed += [convolution(f"autotvm_{name}", *sizes) for name, sizes in AUTOTVM.items()]
    return listed + draws(corpus, draw_count)


def matrices(workload, target):
    """The instructions and their terms with which tensor cores multiply the factors."""
    factor = workload.types[0]
    if target == "sm_75":
        return [OLD_MATRICES[factor]] if factor in OLD_MATRICES else []
    of_warps = [MATRICES[factor]] if factor in MATRICES else []
    return of_warps + [(f"wg{name}{copies}", terms) for name, terms in of_warps for copies in ("", "_tma") if target == "sm_90a"]


def draw_matrices(rng, sizes, name, terms, target):
    """Results of a warp or a warpgroup, and of a block that has some of them; buffers that copies fill ahead."""
    rows, columns, steps = (((64, 64, 128), (16, 32, 64, 128, 256), (2, 4, 4, 8)) if name.startswith("wg") else
                            ((16, 32, 64), (8, 16, 32, 64), (1, 1, 2)))
    block = {"m": rng.choice(rows), "n": rng.choice(columns), "k": terms * rng.choice(steps), "b": 1}
    tile = {"m": block["m"] * rng.choice((1, 2, 4)), "n": block["n"] * rng.choice((1, 2, 4)), "k": block["k"] * rng.choice((1, 1, 2, 4)), "b": 1}
    stages = min(rng.choice((0, 2, 3, 4)), -(-sizes["k"] // tile["k"])) if target != "sm_75" else 0
    block, tile = ({letter: min(each[letter], sizes[letter]) for letter in sizes} for each in (block, tile))
    lists = [", ".join(map(str, each.values())) for each in (block, tile)]
    return f"direct(block=[{lists[0]}], tile0=[{lists[1]}], instruction={name}{f', stages={stages}' if stages > 1 else ''})"


def schedules(workload, count, target):
    """Random schedules in the order of the iterators, of which those of one iteration are none: blocks of threads, results of a thread,
    steps of a stage in powers of two. Not all of them are legal."""
    rng = random.Random(workload.name)
    sizes = {letter: size for letter, (size, _) in workload.letters.items() if size > 1}
    found, instructions = [], matrices(workload, target)
    for _ in range(20 * count):
        if not {"m", "n", "k"} >= sizes.keys() - {"b"} or "k" not in sizes or len(found) == count:
            break
        if instructions and {"m", "n"} <= sizes.keys() and rng.random() < 0.75:
            text = draw_matrices(rng, sizes, *(rng.choice(instructions) if len(instructions) > 1 else instructions[0]), target)
            found += [text] if text not in found else []
            continue
        block = {letter: min(rng.choice((1, 2, 4, 4, 8, 8, 16)), sizes[letter]) for letter in "mn" if letter in sizes}
        block |= {"k": rng.choice((1, 2, 4, 4, 8)), "b": 1}
        tile = {letter: min(block[letter] * rng.choice((1, 2, 4, 8, 16, 16, 32, 64, 128)), sizes[letter]) for letter in "mn" if letter in sizes}
        tile |= {"k": min(rng.choice((8, 16, 32, 64)), sizes["k"]), "b": 1}
        threads, results = 1, 1
        for letter in tile.keys() - {"k"}:
            threads, results = threads * -(-tile[letter] // block[letter]), results * block[letter]
        if not 32 <= threads <= 1024 or sizes["k"] % block["k"] or tile["k"] % block["k"] or results > 128:
            continue
        lanes = next(lanes for lanes in (4, 2, 1) if block.get("n", 1) % lanes == 0)
        vector = f"vector=i{list(sizes).index('n')}x{lanes}, " if lanes > 1 else ""
        lists = [", ".join(str(each[letter]) for letter in sizes) for each in (block, tile)]
        text = f"direct({vector}block=[{lists[0]}], tile0=[{lists[1]}])"
        if text not in found:
            found.append(text)
    return found

"""The decoder layer of the table decoder as text of MLIR."""
import dataclasses

import module_text
from module_text import UNKNOWN  # noqa: F401

GROUP = 32  # weights of one scale


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Of a layer; `ffn` columns of its feed-forward part."""
    hidden: int
    heads: int
    kv_heads: int
    ffn: int

    @property
    def depth(self):
        return self.hidden // self.heads

    @property
    def repeated(self):
        """Heads that read one head of the cache."""
        return self.heads // self.kv_heads

    @property
    def weights(self):
        """{name: (columns of the result, terms)}"""
        wide, narrow = self.hidden, self.kv_heads * self.depth
        return {"q": (wide, wide), "k": (narrow, wide), "v": (narrow, wide), "o": (wide, wide),
                "gate": (self.ffn, wide), "up": (self.ffn, wide), "down": (wide, self.ffn)}


CONSTANT, WRITABLE = " {autotune.constant}", " {bufferization.writable = true}"

BYTE = ["%i = arith.extsi %x0 : i8 to i32"]
HALF = ["%place = linalg.index 3 : index", "%t = arith.index_cast %place : index to i32", "%four = arith.constant 4 : i32", "%mask = arith.constant 15 : i32",
        "%middle = arith.constant 8 : i32", "%shift = arith.muli %t, %four : i32", "%wide = arith.extui %x0 : i8 to i32", "%high = arith.shrui %wide, %shift : i32",
        "%bits = arith.andi %high, %mask : i32", "%i = arith.subi %bits, %middle : i32"]
SCALED = ["%number = arith.sitofp %i : i32 to f32", "%y = arith.mulf %number, %x1 : f32"]


def weight(m, kind, n, k):
    """Arguments, and what they stand for: n x k of f32, or of bf16."""
    constant = lambda *shape, element="f32": m.argument(*shape, element=element, attributes=CONSTANT)
    if kind in ("f32", "bf16"):
        return constant(n, k, element=kind)
    groups, is_half = k // GROUP, kind == "i4"
    stored = constant(n, groups, GROUP // 2 if is_half else GROUP, element="i8")
    steps = constant(n, groups)
    loops = "nght" if is_half else "ngh"
    wide = m.generic([(stored, "ngh"), (steps, "ng")], loops, loops, [*(HALF if is_half else BYTE), *SCALED], sizes={"t": 2})
    return m.reshaped(wide, "[[0], [1, 2, 3]]" if is_half else "[[0], [1, 2]]", (n, k))


def turned(m, x, heads, cosines, sines):
    """Rotary embedding, of the halves of each head: rows x heads x depth."""
    rows, columns = x[1]
    depth = columns // heads
    half = (rows, heads, depth // 2)
    whole = m.reshaped(x, "[[0], [1, 2]]", (rows, heads, depth))
    kind = module_text.type_of(whole)
    a, b = (m.op(f"tensor.extract_slice {whole[0]}[0, 0, {first}] [{rows}, {heads}, {depth // 2}] [1, 1, 1] : {kind} to {module_text.text_of(*half)}", half)
            for first in (0, depth // 2))
    parts = [m.generic([(first, "shd"), (second, "shd"), (cosines, "sd"), (sines, "sd")], "shd", "shd",
                       ["%p = arith.mulf %x0, %x2 : f32", "%q = arith.mulf %x1, %x3 : f32", f"%y = arith.{op} %p, %q : f32"])
             for first, second, op in ((a, b, "subf"), (b, a, "addf"))]
    types = ", ".join(map(module_text.type_of, parts))
    return m.op(f"tensor.concat dim(2) {parts[0][0]}, {parts[1][0]} : ({types})", whole[1])


def into_cache(m, cache, new, first):
    """The cache with the new rows, rows x heads x depth, from `first` on."""
    rows, kv_heads, depth = new[1]
    swapped = m.empty((kv_heads, rows, depth))
    kind = module_text.type_of(swapped)
    name = m.line(f"linalg.transpose ins({new[0]} : {module_text.type_of(new)}) outs({swapped[0]} : {kind}) permutation = [1, 0, 2]")
    return m.op(f"tensor.insert_slice {name} into {cache[0]}[0, {first}, 0] [{kv_heads}, {rows}, {depth}] [1, 1, 1] : {kind} into {module_text.type_of(cache)}",
                cache[1])


def attention(m, q, keys, values, first):
    """A row sees the positions up to its own. rows x all heads' depths."""
    rows, heads, depth = q[1]
    kv_heads = keys[1][0]
    q = m.reshaped(q, "[[0], [1, 2], [3]]", (rows, kv_heads, heads // kv_heads, depth))
    scores = m.product(q, "sgrd", keys, "gld", "grsld", "grsl")
    mask = ["%l = linalg.index 3 : index", "%s = linalg.index 2 : index", f"%own = arith.addi %s, {first} : index", "%later = arith.cmpi ugt, %l, %own : index",
            "%low = arith.constant 0xFF800000 : f32", "%y = arith.select %later, %low, %t : f32"]
    scores = m.generic([(scores, "grsl")], "grsl", "grsl",
                       [f"%c = arith.constant {depth ** -0.5} : f32", f"{'%y' if rows == 1 else '%t'} = arith.mulf %x0, %c : f32", *([] if rows == 1 else mask)])
    mixed = m.product(m.softmax(scores, 3), "grsl", values, "gld", "sgrdl", "sgrd")
    return m.reshaped(mixed, "[[0], [1, 2, 3]]", (rows, heads * depth))


GATED = ["%one = arith.constant 1.0 : f32", "%n = arith.negf %x0 : f32", "%e = math.exp %n : f32", "%d = arith.addf %e, %one : f32",
         "%g = arith.divf %x0, %d : f32", "%y = arith.mulf %g, %x1 : f32"]


def module_text_of(kind, rows, positions, sizes):
    """Arguments: rows, the caches of keys and values, which are written, cosines and sines, gains, weights. `positions` of the caches may be UNKNOWN."""
    m = module_text.Module()
    x = m.argument(rows, sizes.hidden)
    keys, values = (m.argument(sizes.kv_heads, positions, sizes.depth, attributes=WRITABLE) for _ in range(2))
    cosines, sines = (m.argument(rows, sizes.depth // 2) for _ in range(2))
    gains = [m.argument(sizes.hidden) for _ in range(2)]
    first = positions - rows if positions != UNKNOWN else None
    if first is None:
        m.unknown = m.line(f"tensor.dim {keys[0]}, {m.line('arith.constant 1 : index')} : {module_text.type_of(keys)}")
        first = m.line(f"arith.subi {m.unknown}, {m.line(f'arith.constant {rows} : index')} : index")
    weights = {name: weight(m, kind, *shape) for name, shape in sizes.weights.items()}
    linear = lambda a, name: m.product(a, "sk", weights[name], "nk", "snk", "sn")
    add = lambda a, b: m.generic([(a, "sn"), (b, "sn")], "sn", "sn", ["%y = arith.addf %x0, %x1 : f32"])
    h = module_text.rms_norm(m, x, gains[0])
    q, k, v = (linear(h, name) for name in "qkv")
    q, k = turned(m, q, sizes.heads, cosines, sines), turned(m, k, sizes.kv_heads, cosines, sines)
    keys = into_cache(m, keys, k, first)
    values = into_cache(m, values, m.reshaped(v, "[[0], [1, 2]]", (rows, sizes.kv_heads, sizes.depth)), first)
    at = first if positions == UNKNOWN else m.line(f"arith.constant {first} : index")
    x = add(x, linear(attention(m, q, keys, values, at), "o"))
    h = module_text.rms_norm(m, x, gains[1])
    gated = m.generic([(linear(h, "gate"), "sn"), (linear(h, "up"), "sn")], "sn", "sn", GATED)
    return m.text(add(x, linear(gated, "down")))

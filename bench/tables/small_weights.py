"""Rows of the table small-types in which the weights are what a call waits for, in turns within one process: one row of data by weights
that a last cache of 32 MiB does not hold, beside the memory bandwidth that `autotune calibrate` measures; and products of f32 with
weights of four bits in groups of 32, as MatMulNBits has them, beside that op at accuracy level 0, where data stay f32, and 4, where they
are rounded to i8 by group, as fp=relaxed does.
"""
import dataclasses
import re
import statistics
import subprocess

import common
import small_types

WIDE = (12288, 8192)  # columns and terms of the rows of data that are timed by bandwidth
PRODUCTS = [(1, 4096, 4096), (1, *WIDE), (16, 4096, 4096), (128, 4096, 4096)]
GROUP, MIDDLE = 32, 8
TYPES = ("i8", "bf16", "f16", "f32")
BYTES = {"i8": 1, "bf16": 2, "f16": 2, "f32": 4, "int4": 0.5 + 4 / GROUP, "int4 relaxed": 0.5 + 4 / GROUP}  # of a weight, with its part of a scale
LEVELS = {0: 1e-3, 4: 5e-2}  # accuracy level of MatMulNBits: how far its results may be off NumPy's, as a part of the largest
MATVEC = "matvec_{}x{}".format(*WIDE)
RELAXED = ("--fp", "relaxed")


def names():
    return [MATVEC, *map(block_name, PRODUCTS)]


def block_name(sizes):
    return "int4_{}x{}x{}".format(*sizes)


# --- modules

def written(name, text):
    small_types.FOLDER.mkdir(parents=True, exist_ok=True)
    path = small_types.FOLDER / f"{name.replace(' ', '-')}.mlir"
    path.write_text(text)
    return path


def block_text(m, n, k):
    """Two weights a byte, the first in its lower bits; a scale for each group."""
    groups, half = k // GROUP, GROUP // 2
    return f"""func.func @main(%x: tensor<{m}x{k}xf32>, %bytes: tensor<{n}x{groups}x{half}xi8> {{autotune.constant}}, %scales: tensor<{n}x{groups}xf32> {{autotune.constant}}) -> tensor<{m}x{n}xf32> {{
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<{n}x{groups}x{half}x2xf32>
  %w = linalg.generic {{indexing_maps = [affine_map<(n, g, h, t) -> (n, g, h)>, affine_map<(n, g, h, t) -> (n, g)>, affine_map<(n, g, h, t) -> (n, g, h, t)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
    ins(%bytes, %scales : tensor<{n}x{groups}x{half}xi8>, tensor<{n}x{groups}xf32>) outs(%ew : tensor<{n}x{groups}x{half}x2xf32>) {{
  ^bb0(%byte: i8, %scale: f32, %u: f32):
    %t = linalg.index 3 : index
    %ti = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %mask = arith.constant 15 : i32
    %middle = arith.constant {MIDDLE} : i32
    %shift = arith.muli %ti, %four : i32
    %wide = arith.extui %byte : i8 to i32
    %high = arith.shrui %wide, %shift : i32
    %bits = arith.andi %high, %mask : i32
    %less = arith.subi %bits, %middle : i32
    %number = arith.sitofp %less : i32 to f32
    %scaled = arith.mulf %number, %scale : f32
    linalg.yield %scaled : f32
  }} -> tensor<{n}x{groups}x{half}x2xf32>
  %weights = tensor.collapse_shape %w [[0], [1, 2, 3]] : tensor<{n}x{groups}x{half}x2xf32> into tensor<{n}x{k}xf32>
  %e = tensor.empty() : tensor<{m}x{n}xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %weights : tensor<{m}x{k}xf32>, tensor<{n}x{k}xf32>) outs(%i : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  return %r : tensor<{m}x{n}xf32>
}}
"""


def block_turns(sizes):
    """{name: arguments of our_turn}"""
    path = written(block_name(sizes), block_text(*sizes))
    return {"int4": (path,), "int4 relaxed": (path, *RELAXED, "--tolerance", "300")}


# --- rows

def predictions(ours):
    return {who: small_types.predicted_seconds(path, *(RELAXED if RELAXED[0] in flags else ())) for who, (path, *flags) in ours.items()}


def bandwidth():
    """Bytes a second that one core reads from memory, as `autotune calibrate` measures them now."""
    path = common.WORK / "host.calibration"
    path.unlink(missing_ok=True)
    measured = subprocess.run([common.PROGRAM, "calibrate", "--target-only", "--output", path], capture_output=True, text=True)
    if measured.returncode:
        raise common.WrongResult(measured.stderr.strip())
    shown = subprocess.run([common.PROGRAM, "calibrate", "--show", path], check=True, capture_output=True, text=True).stdout
    numbers = {key: float(value) for key, value in re.findall(r"^ +(clock_ghz|memory_bytes_per_cycle) +\S+ +(\S+) .* measured$", shown, re.MULTILINE)}
    if len(numbers) < 2:
        raise common.WrongResult(f"the memory bandwidth was not measured, others may have had the core:\n{shown}")
    return numbers["clock_ghz"] * 1e9 * numbers["memory_bytes_per_cycle"]


def matvec_row():
    n, k = WIDE
    work, ours = small_types.product(1, n, k), block_turns((1, *WIDE))
    for name in TYPES:
        for ending, constant in (("", True), (" run-time", False)):
            kind = dataclasses.replace(small_types.KINDS[name], constant=constant)
            ours[name + ending] = (written(f"{MATVEC}.{name}{ending}", small_types.module_text(work, kind)),)
    return {"name": MATVEC, "flops": work.flops, "bandwidth": bandwidth(), "predicted": predictions(ours),
            "results": common.take_turns(small_types.TURNS, ours, {})}


def block_operands(m, n, k):
    import numpy as np
    draw = np.random.default_rng(1)
    return (draw.standard_normal((m, k), np.float32), draw.integers(0, 256, (n, k // GROUP, GROUP // 2), dtype=np.uint8),
            draw.uniform(0.01, 0.03, (n, k // GROUP)).astype(np.float32))


def block_call(peer, level, operands, wanted):
    """A call of MatMulNBits, whose weights are less 8 where it has no zero points."""
    from onnx import TensorProto, helper, numpy_helper
    data, bytes_, scales = operands
    shapes = {"x": data.shape, "y": wanted.shape}
    node = helper.make_node("MatMulNBits", ["x", "w", "s"], ["y"], domain="com.microsoft", K=data.shape[1], N=len(bytes_), bits=4, block_size=GROUP,
                            accuracy_level=level)
    info = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
    graph = helper.make_graph([node], "blocks", info[:1], info[1:], [numpy_helper.from_array(bytes_, "w"), numpy_helper.from_array(scales, "s")])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    call = peer.session_call(helper.make_model(graph, opset_imports=opsets, ir_version=9), [data])
    call.run()
    error = abs(call.outputs()[0] - wanted).max() / abs(wanted).max()
    if not error <= LEVELS[level]:
        raise common.WrongResult(f"MatMulNBits at level {level} differs from NumPy by {error:.2g}")
    return call


def block_row(sizes):
    import numpy as np
    import peers
    m, n, k = sizes
    peer, operands, ours = peers.OnnxRuntime(), block_operands(*sizes), block_turns(sizes)
    data, bytes_, scales = operands
    weights = np.stack([bytes_ & 15, bytes_ >> 4], -1).reshape(n, -1, GROUP).astype(np.float32) - MIDDLE
    wanted = data @ (weights * scales[:, :, None]).reshape(n, k).T
    calls = {f"onnxruntime level {level}": block_call(peer, level, operands, wanted) for level in LEVELS}
    ours["f32"] = (written(f"{block_name(sizes)}.f32", small_types.module_text(small_types.product(*sizes), small_types.KINDS["f32"])),)
    return {"name": block_name(sizes), "flops": 2 * m * n * k, "versions": {peer.name: peer.version},
            "overheads": {peer.name: statistics.median(peers.sample(peer.empty_call().run))}, "predicted": predictions(ours),
            "results": common.take_turns(small_types.TURNS, ours, calls)}


def row(name):
    return matvec_row() if name == MATVEC else block_row(next(sizes for sizes in PRODUCTS if block_name(sizes) == name))

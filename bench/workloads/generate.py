#!/usr/bin/env python3
"""The workloads that every comparison measures, and their MLIR modules.

    bench/workloads/generate.py          rewrites bench/workloads/*.mlir and index.json

index.json holds, per workload, its name, kind and arithmetic: 2 per multiply-add, counting
multiplications by padding zeros; 0 where only the time means something.

Each module is one func.func @main on tensors, f32, with the weights as arguments and padding as
tensor.pad, in the form exports have: chains of generics, bias as the init of a convolution.
bench/peers/peers.py imports workloads() and makes the same work for the other systems.
"""
import dataclasses
import json
import pathlib

# name, input height and width, input channels, output channels, kernel, stride, padding
RESNET18 = [
    ("c1", 224, 3, 64, 7, 2, 3), ("c2", 56, 64, 64, 3, 1, 1), ("c3", 56, 64, 64, 1, 1, 0),
    ("c4", 56, 64, 128, 3, 2, 1), ("c5", 56, 64, 128, 1, 2, 0), ("c6", 28, 128, 128, 3, 1, 1),
    ("c7", 28, 128, 256, 3, 2, 1), ("c8", 28, 128, 256, 1, 2, 0), ("c9", 14, 256, 256, 3, 1, 1),
    ("c10", 14, 256, 512, 3, 2, 1), ("c11", 14, 256, 512, 1, 2, 0), ("c12", 7, 512, 512, 3, 1, 1),
]
# name, height and width, channels, stride; 3x3 with padding 1
MOBILENET = [
    ("d1", 112, 32, 1), ("d2", 112, 64, 2), ("d3", 56, 128, 1), ("d4", 56, 128, 2),
    ("d5", 28, 256, 1), ("d6", 28, 256, 2), ("d7", 14, 512, 1), ("d8", 14, 512, 2),
    ("d9", 7, 1024, 1),
]
MATMUL = [
    (128, 128, 128), (512, 512, 512), (1024, 1024, 1024), (128, 768, 768), (128, 3072, 768),
    (128, 768, 3072), (197, 3072, 768), (1, 1000, 2048), (1, 4096, 4096),
]


@dataclasses.dataclass
class Workload:
    name: str
    kind: str      # which generator, here and in peers.py
    inputs: list   # shapes in the order of the arguments
    output: tuple
    flops: int     # 2 per multiply-add, padding included; 0: reported as time only
    numbers: dict  # what the generator needs


def convolution(name, kind, size, ic, oc, kernel, stride, pad):
    out = (size + 2 * pad - kernel) // stride + 1
    numbers = dict(size=size, ic=ic, oc=oc, kernel=kernel, stride=stride, pad=pad, out=out)
    if kind == "conv_nhwc":
        inputs, output = [(1, size, size, ic), (kernel, kernel, ic, oc)], (1, out, out, oc)
    else:
        inputs, output = [(1, ic, size, size), (oc, ic, kernel, kernel)], (1, oc, out, out)
    if kind == "conv_bias_relu":
        inputs.append((oc,))
    return Workload(name, kind, inputs, output, 2 * out * out * oc * ic * kernel * kernel, numbers)


def workloads():
    found = [Workload(f"matmul_{m}x{n}x{k}", "matmul", [(m, k), (k, n)], (m, n), 2 * m * n * k,
                      dict(m=m, n=n, k=k)) for m, n, k in MATMUL]
    b, m, n, k = 12, 128, 128, 64
    found.append(Workload(f"batch_matmul_{b}x{m}x{n}x{k}", "batch_matmul", [(b, m, k), (b, k, n)],
                          (b, m, n), 2 * b * m * n * k, dict(b=b, m=m, n=n, k=k)))
    for layout in ("nchw", "nhwc"):
        for name, *numbers in RESNET18:
            found.append(convolution(f"conv_{name}_{layout}", f"conv_{layout}", *numbers))
    for name, size, channels, stride in MOBILENET:
        out = (size + 2 - 3) // stride + 1
        found.append(Workload(f"depthwise_{name}_nchw", "depthwise",
                              [(1, channels, size, size), (channels, 3, 3)],
                              (1, channels, out, out), 2 * out * out * channels * 9,
                              dict(size=size, channels=channels, stride=stride, out=out)))
    found.append(Workload("softmax_1536x128", "softmax", [(1536, 128)], (1536, 128), 0,
                          dict(rows=1536, columns=128)))
    found.append(Workload("layer_norm_128x768", "layer_norm", [(1, 128, 768), (768,), (768,)],
                          (1, 128, 768), 0, dict(rows=128, columns=768)))
    m, n, k = 128, 3072, 768
    found.append(Workload(f"matmul_bias_gelu_{m}x{n}x{k}", "matmul_bias_gelu",
                          [(m, k), (k, n), (n,)], (1, m, n), 2 * m * n * k, dict(m=m, n=n, k=k)))
    found.append(convolution("conv_c2_bias_relu_nchw", "conv_bias_relu", *RESNET18[1][1:]))
    return found


def tensor(shape):
    return "tensor<" + "".join(f"{d}x" for d in shape) + "f32>"


def identity(rank):
    dims = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({dims}) -> ({dims})>"


class Body:
    """Lines of a function; every value has a fresh number."""

    def __init__(self):
        self.lines = []
        self.count = 0

    def value(self, text):
        name = f"%{self.count}"
        self.count += 1
        self.lines.append(f"    {name} = {text}")
        return name

    def constant(self, text, kind="f32"):
        return self.value(f"arith.constant {text} : {kind}")

    def empty(self, shape):
        return self.value(f"tensor.empty() : {tensor(shape)}")

    def fill(self, number, shape):
        return self.value(f"linalg.fill ins({number} : f32) outs({self.empty(shape)} : "
                          f"{tensor(shape)}) -> {tensor(shape)}")

    def generic(self, maps, iterators, inputs, output, shape, body, result):
        """inputs: (value, shape) pairs; `body` uses %a, %b ... for inputs and %out."""
        types = ", ".join(tensor(s) for _, s in inputs)
        names = ", ".join(v for v, _ in inputs)
        letters = "abcd"[:len(inputs)]
        arguments = ", ".join(f"%{c}: f32" for c in letters) + ", %out: f32"
        loops = ", ".join(f'"{i}"' for i in iterators)
        name = self.value(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{loops}]}} "
            f"ins({names} : {types}) outs({output} : {tensor(shape)}) {{")
        self.lines.append(f"    ^bb0({arguments}):")
        self.lines += [f"      {line}" for line in body]
        self.lines.append(f"      linalg.yield {result} : f32")
        self.lines.append(f"    }} -> {tensor(shape)}")
        return name

    def elementwise(self, op, inputs, shape, maps=None):
        """One generic over `shape` whose body is a single op on its inputs."""
        rank = len(shape)
        maps = (maps or [identity(rank)] * len(inputs)) + [identity(rank)]
        operands = ", ".join(f"%{c}" for c in "abcd"[:len(inputs)])
        return self.generic(maps, ["parallel"] * rank, inputs, self.empty(shape), shape,
                            [f"%r = {op} {operands} : f32"], "%r")

    def pad(self, value, shape, amount, spatial, number):
        low = [amount if i in spatial else 0 for i in range(len(shape))]
        padded = tuple(d + 2 * a for d, a in zip(shape, low))
        if amount == 0:
            return value, shape
        bounds = ", ".join(map(str, low))
        indices = ", ".join(f"%p{i}: index" for i in range(len(shape)))
        name = self.value(f"tensor.pad {value} low[{bounds}] high[{bounds}] {{")
        self.lines += [f"    ^bb0({indices}):", f"      tensor.yield {number} : f32",
                       f"    }} : {tensor(shape)} to {tensor(padded)}"]
        return name, padded


def windowed(body, op, w, spatial, init):
    stride = w.numbers["stride"]
    pad = w.numbers.get("pad", 1)
    zero = body.constant("0.000000e+00")
    image, padded = body.pad("%arg0", w.inputs[0], pad, spatial, zero)
    init = init or body.fill(zero, w.output)
    return body.value(
        f"linalg.{op} {{dilations = dense<1> : vector<2xi64>, strides = dense<{stride}> : "
        f"vector<2xi64>}} ins({image}, %arg1 : {tensor(padded)}, {tensor(w.inputs[1])}) "
        f"outs({init} : {tensor(w.output)}) -> {tensor(w.output)}")


def make_matmul(body, w, op="matmul"):
    init = body.fill(body.constant("0.000000e+00"), w.output)
    return body.value(f"linalg.{op} ins(%arg0, %arg1 : {tensor(w.inputs[0])}, "
                      f"{tensor(w.inputs[1])}) outs({init} : {tensor(w.output)}) -> "
                      f"{tensor(w.output)}")


def make_batch_matmul(body, w):
    return make_matmul(body, w, "batch_matmul")


def make_conv_nchw(body, w):
    return windowed(body, "conv_2d_nchw_fchw", w, (2, 3), None)


def make_conv_nhwc(body, w):
    return windowed(body, "conv_2d_nhwc_hwcf", w, (1, 2), None)


def make_depthwise(body, w):
    return windowed(body, "depthwise_conv_2d_nchw_chw", w, (2, 3), None)


def make_conv_bias_relu(body, w):
    empty = body.empty(w.output)
    init = body.value(f"linalg.broadcast ins(%arg2 : {tensor(w.inputs[2])}) outs({empty} : "
                      f"{tensor(w.output)}) dimensions = [0, 2, 3]")
    conv = windowed(body, "conv_2d_nchw_fchw", w, (2, 3), init)
    zero = body.constant("0.000000e+00")
    maps = [identity(4), identity(4)]
    return body.generic(maps, ["parallel"] * 4, [(conv, w.output)], body.empty(w.output), w.output,
                        [f"%p = arith.cmpf ugt, %a, {zero} : f32",
                         f"%r = arith.select %p, %a, {zero} : f32"], "%r")


def make_softmax(body, w):
    shape = w.output
    rows = (shape[0], 1)
    row = "affine_map<(d0, d1) -> (d0, 0)>"
    lowest, zero = body.constant("0xFF800000"), body.constant("0.000000e+00")
    reduce = ["parallel", "reduction"]
    largest = body.generic([identity(2), row], reduce, [("%arg0", shape)], body.fill(lowest, rows),
                           rows, ["%r = arith.maximumf %a, %out : f32"], "%r")
    shifted = body.elementwise("arith.subf", [("%arg0", shape), (largest, rows)], shape,
                               [identity(2), row])
    power = body.elementwise("math.exp", [(shifted, shape)], shape)
    total = body.generic([identity(2), row], reduce, [(power, shape)], body.fill(zero, rows), rows,
                         ["%r = arith.addf %a, %out : f32"], "%r")
    return body.elementwise("arith.divf", [(power, shape), (total, rows)], shape,
                            [identity(2), row])


def make_layer_norm(body, w):
    shape, rows = w.output, w.output[:2] + (1,)
    row = "affine_map<(d0, d1, d2) -> (d0, d1, 0)>"
    last = "affine_map<(d0, d1, d2) -> (d2)>"
    outer = "affine_map<(d0, d1, d2) -> (d0, d1)>"
    zero = body.constant("0.000000e+00")
    size = body.constant(f"{shape[2]}.0")
    epsilon = body.constant("9.99999974E-6")
    reduce = ["parallel", "parallel", "reduction"]

    def scalar(op, value, number):
        return body.generic([identity(3)] * 2, ["parallel"] * 3, [(value, rows)], body.empty(rows),
                            rows, [f"%r = {op} %a, {number} : f32"], "%r")

    def mean(value):
        total = body.generic([identity(3), row], reduce, [(value, shape)], body.fill(zero, rows),
                             rows, ["%r = arith.addf %a, %out : f32"], "%r")
        return scalar("arith.divf", total, size)

    def spread(value):
        flat = body.value(f"tensor.collapse_shape {value} [[0], [1, 2]] : {tensor(rows)} into "
                          f"{tensor(rows[:2])}")
        return body.generic([outer, identity(3)], ["parallel"] * 3, [(flat, rows[:2])],
                            body.empty(shape), shape, [], "%a")

    centred = body.elementwise("arith.subf", [("%arg0", shape), (spread(mean("%arg0")), shape)],
                               shape)
    square = body.elementwise("arith.mulf", [(centred, shape), (centred, shape)], shape)
    shifted = scalar("arith.addf", mean(square), epsilon)
    inverse = body.elementwise("math.rsqrt", [(shifted, rows)], rows)
    normal = body.elementwise("arith.mulf", [(centred, shape), (spread(inverse), shape)], shape)
    scaled = body.elementwise("arith.mulf", [(normal, shape), ("%arg1", w.inputs[1])], shape,
                              [identity(3), last])
    return body.elementwise("arith.addf", [(scaled, shape), ("%arg2", w.inputs[2])], shape,
                            [identity(3), last])


def make_matmul_bias_gelu(body, w):
    shape, flat = w.output, w.output[1:]
    init = body.fill(body.constant("0.000000e+00"), flat)
    product = body.value(f"linalg.matmul ins(%arg0, %arg1 : {tensor(w.inputs[0])}, "
                         f"{tensor(w.inputs[1])}) outs({init} : {tensor(flat)}) -> {tensor(flat)}")
    biased = body.elementwise("arith.addf", [(product, flat), ("%arg2", w.inputs[2])], flat,
                              [identity(2), "affine_map<(d0, d1) -> (d1)>"])
    x = body.value(f"tensor.expand_shape {biased} [[0, 1], [2]] output_shape [1, {flat[0]}, "
                   f"{flat[1]}] : {tensor(flat)} into {tensor(shape)}")

    def with_number(op, value, number):
        constant = body.constant(f"dense<{number}>", "tensor<f32>")
        return body.elementwise(op, [(value, shape), (constant, ())], shape,
                                [identity(3), "affine_map<(d0, d1, d2) -> ()>"])

    error = body.elementwise("math.erf", [(with_number("arith.divf", x, "1.41421354"), shape)],
                             shape)
    factor = with_number("arith.addf", error, "1.000000e+00")
    product = body.elementwise("arith.mulf", [(x, shape), (factor, shape)], shape)
    return with_number("arith.mulf", product, "5.000000e-01")


def module_text(w):
    body = Body()
    result = globals()["make_" + w.kind](body, w)
    arguments = ", ".join(f"%arg{i}: {tensor(s)}" for i, s in enumerate(w.inputs))
    return "\n".join([f"// {w.name}: written by bench/workloads/generate.py.",
                      f"func.func @main({arguments}) -> {tensor(w.output)} {{", *body.lines,
                      f"    return {result} : {tensor(w.output)}", "}", ""])


def main():
    folder = pathlib.Path(__file__).parent
    for w in workloads():
        (folder / f"{w.name}.mlir").write_text(module_text(w))
    lines = ",\n".join(json.dumps({"name": w.name, "kind": w.kind, "flops": w.flops})
                       for w in workloads())
    (folder / "index.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()

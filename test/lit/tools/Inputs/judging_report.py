"""Prints what judging_report.py says of a few made-up rows, and how often networks run some layers."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "bench/tables"))
import judging_layers
import judging_report


def row(name, equal=(), network="", family="conv", **microseconds):
    return {"name": name, "network": network, "family": family, "equal": list(equal), "trials": 9,
            "seconds": {who: (value * 1e-6, 0) for who, value in microseconds.items()}}


OPS = [row("a", learned=100, analytical=150, best=80), row("b", ["analytical"], learned=100, analytical=102, best=99),
       row("c", ["analytical"], learned=100, analytical=98, best=97), row("d", ["analytical", "best"], family="matvec", learned=10, analytical=10, best=10)]
LAYERS = [row("x", network="net", learned=100, analytical=120), row("y", ["analytical"], network="net", learned=50, analytical=51),
          row("unused", network="net", learned=7000, analytical=1)]
USES = {"x": 2, "y": 10, "unused": 0}
print("\n".join(judging_report.ops_section(OPS)))
runs = [{"rows": [{**each, "results": {who: {"median": value[0]} for who, value in each["seconds"].items()}} for each in LAYERS]}]
print("\n".join(judging_report.networks_section(LAYERS, USES, runs)))

table = pathlib.Path(sys.argv[2])
table.write_text("\n".join("\t".join(fields) for fields in (
    ("matmul", "m=100 n=384 k=384", "f32", "bias", "matmul", "minilm_l6"),
    ("matmul", "m=100 n=384 k=384", "f32", "bias+add", "matmul", "minilm_l6"),
    ("layer_norm", "m=100 n=384", "f32", "-", "normalisation", "minilm_l6"),
    ("depthwise_nhwc", "n=1 c=768 h=14 w=14 kh=7 kw=7 s=1 ph=3 pw=3", "f32", "bias", "depthwise", "convnext_l"),
    ("conv_grouped_nchw", "n=1 c=400 h=7 w=7 f=400 kh=3 kw=3 s=1 ph=1 pw=1 g=25", "f32", "bias+relu", "grouped", "regnet_x_400mf"),
    ("depthwise_nchw", "n=1 c=576 h=14 w=14 kh=3 kw=3 s=1 ph=1 pw=1", "f32", "bias+relu6", "depthwise", "no_network_of_the_pool"),
    ("layer_norm", "m=10 n=4", "f32", "-", "normalisation", "convnext_l"),
    ("conv_nchw", "n=1 c=3 h=8 w=8 f=77 kh=3 kw=3 s=1 ph=1 pw=1", "f32", "-", "conv", "yolo_v8s"),
    ("matmul", "m=1 n=8 k=8", "f32", "-", "matvec", "op:net", "a comment"))) + "\n")
layers = judging_layers.read(table)
print("uses", *judging_layers.uses(layers).values())
print(layers[0].name, "|", layers[-1].name)
counts = judging_layers.walked("mobilenet_v2_140")
print("walked", counts["depthwise_nhwc", "n=1 c=528 h=14 w=14 kh=3 kw=3 s=1 ph=1 pw=1", "f32", "bias+relu6"])

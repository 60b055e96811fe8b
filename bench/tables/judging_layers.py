"""The layers of a table such as data/judging_set.tsv, and how often a network of it runs each: by the code of
data/judging_set.py where it walks through every block, else by the numbers of blocks that the authors published.
"""
import collections
import dataclasses
import sys
from unittest import mock

import common

sys.path.insert(0, str(common.ROOT / "data"))
import corpus  # noqa: E402
import judging_set  # noqa: E402

WALKED = ("efficientnet_b5", "efficientnet_v2_s", "mobilenet_v2_140")
BLOCKS = {"minilm_l6": 6, "electra_small": 12, "dinov2_s14": 12, "wav2vec2_base": 12}
CONVNEXT = {"convnext_l": {56: 3, 28: 3, 14: 27, 7: 3}}  # of each height
REGNET = {"regnet_x_400mf": {32: 1, 64: 2, 160: 7, 400: 12}}  # of each width
YOLO = {"yolo_v8s": {32: 1, 64: 2, 128: 2, 256: 1}}  # of the width inside


@dataclasses.dataclass
class Layer:
    number: int  # in the table, from 1
    kind: str
    sizes: str
    dtype: str
    fused: str
    family: str
    network: str  # "": it judges as a single op

    @property
    def name(self):
        fused = "" if self.fused == "-" else f" {self.fused}"
        return f"{self.number:04} {self.network or 'op'}: {self.kind} {self.sizes}{fused}"

    def size(self, name):
        return dict(pair.split("=") for pair in self.sizes.split()).get(name)

    def number_of(self, name):
        return int(self.size(name) or 0)


def read(path):
    layers = []
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            *fields, network = line.split("\t")[:6]
            layers.append(Layer(len(layers) + 1, *fields, "" if network.startswith("op:") else network))
    return layers


def walked(network):
    """How often the network's builder adds each layer."""
    counts = collections.Counter()

    def count(_network, kind, _family, fused="", dtype="f32", **sizes):
        counts[kind, " ".join(f"{name}={value}" for name, value in sizes.items()), dtype, fused or "-"] += 1

    builder, *arguments = judging_set.POOL[network]
    with mock.patch.object(corpus, "add", count):
        builder(network, *arguments)
    return counts


def of_transformer(layer, blocks):
    """Queries, keys and values are one layer; so are two norms, and four transpositions."""
    if layer.kind.startswith("conv"):
        return 1
    is_projection = layer.kind == "matmul" and layer.fused == "bias" and layer.size("n") == layer.size("k")
    return blocks * {"layer_norm": 2, "transpose_102": 4}.get(layer.kind, 3 if is_projection else 1)


def of_convnext(layer, blocks):
    if layer.kind.startswith("conv"):
        return 1
    return blocks.get(layer.number_of("h") or round(layer.number_of("m") ** 0.5), 1)


def of_regnet(layer, blocks):
    """The first block of a width has strides, and a convolution beside it."""
    many = blocks.get(layer.number_of("f"), 1)
    if layer.kind == "conv_grouped_nchw" and layer.size("s") == "1":
        return many - 1
    return many if layer.fused == "bias+add+relu" else 1


def of_yolo(layer, blocks):
    if layer.kind.startswith("pool"):
        return 3
    is_inside = layer.size("kh") == "3" and layer.size("s") == "1"
    return blocks.get(layer.number_of("f"), 1) if is_inside else 1


def uses(layers):
    """{number of a layer: how often its network runs it}; 1 in networks, and of sizes, that are not known here."""
    counts = {network: walked(network) for network in {layer.network for layer in layers} & {*WALKED}}
    made = {}
    for layer in layers:
        rules = ((BLOCKS, of_transformer), (CONVNEXT, of_convnext), (REGNET, of_regnet), (YOLO, of_yolo))
        found = [rule(layer, table[layer.network]) for table, rule in rules if layer.network in table]
        if layer.network in counts:
            found = [counts[layer.network][layer.kind, layer.sizes, layer.dtype, layer.fused]]
        made[layer.number] = found[0] if found else 1
    return made

#!/usr/bin/env python3
"""Writes data/judging_set.tsv: layers that judge a release, which no constant, feature or training was chosen by.

    data/judging_set.py           writes the table and data/judging_set.sha256, its hash
    data/judging_set.py --check   says whether the table is what is written and has that hash

Sixty ops and all layers of ten networks, drawn with SEED from POOL, the published sizes of architectures that are not in
data/corpus.tsv. What a layer of the corpus or a workload of bench/workloads computes, whatever follows it, is left out. The
form of a line is that of the corpus (docs/reference/dataset.md); lab/results/metrics.md says when it may be measured.
"""
import hashlib
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import corpus
from judged import bench_products, computed
from corpus import Image, add, convnext, densenet, efficientnet, inverted, regnet, resnet, transformer

ROOT = pathlib.Path(__file__).resolve().parent
TABLE, HASH = ROOT / "judging_set.tsv", ROOT / "judging_set.sha256"
SEED, NETWORKS, OPS = 20261127, 10, 60
LIMIT = 1.2e9  # points of a layer, as in draws of the corpus


def round_up(value, to=8):
    rounded = max(to, int(value + to / 2) // to * to)
    return rounded + to if rounded < 0.9 * value else rounded


def mobilenet_v2_wide(name, width):  # MobileNetV2, table 2, with a width multiplier
    x, table = Image(name, layout="nhwc_hwcf").conv(round_up(32 * width), 3, 2, fused="bias+relu6"), []
    c = x.c
    for t, f, n, s in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)):
        for i in range(n):
            table.append((3, t * c, round_up(f * width), s if i == 0 else 1))
            c = round_up(f * width)
    inverted(x, table, "relu6")
    x.conv(max(1280, round_up(1280 * width)), 1, fused="bias+relu6").global_pool().dense(1000)


def efficientnet_v2_s(name):  # EfficientNetV2, table 4
    x = Image(name, 300, layout="nhwc_hwcf").conv(24, 3, 2, fused="bias+silu")
    for t, f, n, s in ((1, 24, 2, 1), (4, 48, 4, 2), (4, 64, 4, 2)):
        for i in range(n):
            stride = s if i == 0 else 1
            x.conv(t * x.c, 3, stride, fused="bias+silu")
            if t > 1:
                x.conv(f, 1, fused="bias+add" if i else "bias")
    c, table = 64, []
    for t, f, n, s in ((4, 128, 6, 2), (6, 160, 9, 1), (6, 256, 15, 2)):
        for i in range(n):
            table.append((3, t * c, f, s if i == 0 else 1))
            c = f
    inverted(x, table, "silu", True)
    x.conv(1280, 1, fused="bias+silu").global_pool().dense(1000)


def shufflenet(name, widths, last):  # ShuffleNet V2, table 5
    Image(name).conv(24, 3, 2).pool("max", 3, 2, 1)
    for c, size in zip(widths, (28, 14, 7)):
        Image(name, size, c // 2).conv(c // 2, 1).depthwise(3, 1, "bias").conv(c // 2, 1)
        Image(name, 2 * size, c // 2).depthwise(3, 2, "bias").conv(c // 2, 1)
        add(name, "transpose_120", "movement", "", a=2, b=c // 2, c=size * size)
    Image(name, 7, widths[-1]).conv(last, 1).global_pool()


def xception(name):  # Xception, figure 5
    x = Image(name, 299, layout="nhwc_hwcf").conv(32, 3, 2, 0).conv(64, 3, 1, 0)
    for f in (128, 256, 728):
        x.at(x.c).conv(f, 1, 2, fused="bias")
        x.depthwise(3, 1, "").conv(f, 1).depthwise(3, 1, "").conv(f, 1, fused="bias").pool("max", 3, 2, 1)
    for f in (728, 728, 728, 1024):
        x.depthwise(3, 1, "").conv(f, 1, fused="bias+relu")
    x.pool("max", 3, 2, 1)
    for f in (1536, 2048):
        x.depthwise(3, 1, "").conv(f, 1)
    x.global_pool().dense(1000)


def yolo_v8(name, width):  # the backbone of YOLOv8, by the configuration of its authors
    x = Image(name, 416).conv(width, 3, 2, fused="bias+silu")
    for f in (2 * width, 4 * width, 8 * width, 16 * width):
        x.conv(f, 3, 2, fused="bias+silu").conv(f, 1, fused="bias+silu")
        x.at(f // 2).conv(f // 2, 3, fused="bias+silu").conv(f // 2, 3, fused="bias+silu+add")
        x.at(2 * f).conv(f, 1, fused="bias+silu")
    x.pool("max", 5, 1, 2)


def edsr(name, channels, size):  # EDSR, section 3: residual blocks without normalisation
    x = Image(name, size, 3, "nhwc_hwcf").conv(channels, 3, fused="bias")
    x.conv(channels, 3).conv(channels, 3, fused="bias+add").conv(4 * channels, 3, fused="bias")
    x.at(channels, 2 * size).conv(3, 3, fused="bias")


def resnet_d(name):  # ResNet-50-D: three convolutions first, pooling before projections
    x = Image(name, 256, layout="nhwc_fhwc").conv(32, 3, 2).conv(32, 3).conv(64, 3).pool("max", 3, 2, 1)
    for stage, inner in enumerate((64, 128, 256, 512)):
        if stage:
            x.at(x.c).pool("sum", 2).conv(4 * inner, 1, fused="bias")
        x.conv(inner, 1).conv(inner, 3, 2 if stage else 1).conv(4 * inner, 1, fused="bias+add+relu")
    x.global_pool().dense(1000)


def swin(name, width, heads):  # Swin, section 3.3, on images of 256 in windows of 8
    for stage, size in enumerate((64, 32, 16, 8)):
        wide, rows, windows = width << stage, size * size, (size // 8) ** 2
        add(name, "matmul", "matmul", "bias", m=rows, n=3 * wide, k=wide)
        add(name, "matmul", "matmul", "bias+gelu", m=rows, n=4 * wide, k=wide)
        add(name, "matmul", "matmul", "bias+add", m=rows, n=wide, k=4 * wide)
        add(name, "batch_matmul", "attention", "scalar", b=windows * (heads << stage), m=64, n=64, k=32)
        add(name, "batch_matmul", "attention", "", b=windows * (heads << stage), m=64, n=32, k=64)
        add(name, "softmax", "normalisation", "", m=windows * (heads << stage) * 64, n=64)
        add(name, "layer_norm", "normalisation", "", m=rows, n=wide)


def vision_transformer(name, tokens, width, heads, patch):
    transformer(name, tokens, width, heads)
    add(name, "conv_nchw", "conv", "bias", n=1, c=3, h=224, w=224, f=width, kh=patch, kw=patch, s=patch, ph=0, pw=0)


def mixer(name, tokens, width, inner_tokens):  # MLP-Mixer, table 1
    add(name, "matmul", "matmul", "bias+gelu", m=width, n=inner_tokens, k=tokens)
    add(name, "matmul", "matmul", "bias", m=width, n=tokens, k=inner_tokens)
    add(name, "matmul", "matmul", "bias+gelu", m=tokens, n=4 * width, k=width)
    add(name, "matmul", "matmul", "bias+add", m=tokens, n=width, k=4 * width)
    add(name, "layer_norm", "normalisation", "", m=tokens, n=width)
    add(name, "transpose_10", "movement", "", a=tokens, b=width)


def decoder(name, length, width, heads, groups, inner, words):
    """A gated decoder with grouped keys and values: a prompt of `length`, and one token after it."""
    depth = width // heads
    for m in (length, 1):
        family = "matvec" if m == 1 else "matmul"
        for n, k, fused in ((width + 2 * groups * depth, width, ""), (width, width, "add"), (inner, width, "silu"),
                            (width, inner, "add")):
            add(name, "matmul", family, fused, m=m, n=n, k=k)
    add(name, "matmul", "matvec", "", m=1, n=words, k=width)
    add(name, "batch_matmul", "attention", "scalar", b=heads, m=length, n=length, k=depth)
    add(name, "batch_matmul", "attention", "", b=heads, m=length, n=depth, k=length)
    add(name, "softmax", "normalisation", "", m=heads * length, n=length)
    add(name, "map", "elementwise", "silu+mul", n=1, a=1, b=length, c=inner)


def speech(name, length, width, heads):  # wav2vec 2.0, section 2, on two seconds
    w = 6400
    for k, s in ((3, 2), (3, 2), (2, 2), (2, 2)):
        add(name, "conv_1d_ncw", "conv", "gelu", n=1, c=512, w=w, f=512, kw=k, s=s, pw=0)
        w = (w - k) // s + 1
    transformer(name, length, width, heads)


# Name -> builder, arguments. Sizes are those of the papers and of the configurations that their authors published.
POOL = {
    "resnext101_32x8d": (resnet, (3, 4, 23, 3), True, 256, 32),
    "resnet50_d": (resnet_d,),
    "densenet169": (densenet, 32, (6, 12, 32, 32), 64),
    "densenet201": (densenet, 32, (6, 12, 48, 32), 64),
    "regnet_x_400mf": (regnet, (32, 64, 160, 400), 16, (1, 2, 7, 12)),
    "regnet_x_3_2gf": (regnet, (96, 192, 432, 1008), 48, (2, 6, 15, 2)),
    "regnet_y_800mf": (regnet, (64, 144, 320, 784), 16, (1, 3, 8, 2)),
    "convnext_b": (convnext, (128, 256, 512, 1024)),
    "convnext_l": (convnext, (192, 384, 768, 1536)),
    "efficientnet_b5": (efficientnet, 1.6, 2.2, 456, "nhwc_hwcf"),
    "efficientnet_v2_s": (efficientnet_v2_s,),
    "mobilenet_v2_075": (mobilenet_v2_wide, 0.75),
    "mobilenet_v2_140": (mobilenet_v2_wide, 1.4),
    "shufflenet_v2_050": (shufflenet, (48, 96, 192), 1024),
    "shufflenet_v2_150": (shufflenet, (176, 352, 704), 1024),
    "xception": (xception,),
    "yolo_v8n": (yolo_v8, 16),
    "yolo_v8s": (yolo_v8, 32),
    "edsr_baseline": (edsr, 64, 96),
    "swin_b_256": (swin, 128, 4),
    "vit_b32": (vision_transformer, 50, 768, 12, 32),
    "vit_l16": (vision_transformer, 197, 1024, 16, 16),
    "dinov2_s14": (vision_transformer, 257, 384, 6, 14),
    "mixer_s16": (mixer, 196, 512, 256),
    "mixer_b16": (mixer, 196, 768, 384),
    "minilm_l6": (transformer, 100, 384, 12, 1536),
    "electra_small": (transformer, 192, 256, 4, 1024),
    "t5_base": (transformer, 160, 768, 12, 3072, "relu"),
    "gpt2_medium": (transformer, 96, 1024, 16, None, "gelu", "f32", True),
    "gpt2_large": (transformer, 48, 1280, 20, None, "gelu", "f32", True),
    "clip_text": (transformer, 77, 512, 8),
    "wav2vec2_base": (speech, 99, 768, 12),
    "smollm_135m": (decoder, 64, 576, 9, 3, 1536, 49152),
    "qwen2_0_5b": (decoder, 80, 896, 14, 2, 4864, 151936),
    "tinyllama_1_1b": (decoder, 32, 2048, 32, 4, 5632, 32000),
}


def points(sizes):
    """Of the iteration space, about: strides make it less."""
    sizes = {name: int(value) for name, value in (size.split("=") for size in sizes.split())}
    stride = sizes.get("s", 1) ** (2 if "h" in sizes and "kh" in sizes else 1 if "kw" in sizes else 0)
    all_ = math.prod(value for name, value in sizes.items() if name not in ("s", "d", "g", "ph", "pw"))
    return all_ / stride / sizes.get("g", 1)


def known():
    """What the corpus and the judged workloads compute."""
    seen = set()
    for line in (ROOT / "corpus.tsv").read_text().splitlines():
        if not line.startswith("#"):
            seen.add(computed(*line.split("\t")[:2]))
    seen.update(computed(*product) for product in bench_products())
    return seen


def layers(name):
    """Fields of every layer of an architecture of the pool."""
    corpus.rows.clear()
    builder, *arguments = POOL[name]
    builder(name, *arguments)
    return [(kind, sizes, dtype, fused or "-", family) for (kind, sizes, dtype, fused), (family, _) in corpus.rows.items()]


def draw():
    """The lines of the table: first the ops, then the networks, what both have once, as an op."""
    rng, seen = random.Random(SEED), known()
    names = sorted(POOL)
    chosen = set(rng.sample(names, NETWORKS))
    new = {name: [row for row in layers(name) if computed(*row[:2]) not in seen and points(row[1]) < LIMIT] for name in names}
    families = {}
    for name in names:
        for row in new[name] if name not in chosen else ():
            families.setdefault(row[4], {}).setdefault(computed(*row[:2]), (row, name))
    ops = []
    while len(ops) < OPS:  # families take turns
        for family in sorted(families):
            rest = families[family]
            if rest and len(ops) < OPS:
                ops.append(rest.pop(rng.choice(sorted(rest))))
    lines = ["\t".join([*row, f"op:{name}"]) for row, name in ops]
    taken = {computed(*row[:2]) for row, _ in ops}
    for name in sorted(chosen):
        lines += ["\t".join([*row, name]) for row in new[name] if computed(*row[:2]) not in taken]
    return lines


def text():
    return ("# Written by data/judging_set.py: kind, sizes, type, fused ops, family, network; op: it judges as a single op.\n"
            + "\n".join(draw()) + "\n")


def main():
    wanted = text()
    digest = hashlib.sha256(wanted.encode()).hexdigest()
    if sys.argv[1:] == ["--check"]:
        is_frozen = HASH.read_text().split()[0] == digest and TABLE.read_text() == wanted
        print(f"{TABLE.name}: {'as frozen' if is_frozen else 'not as frozen'}")
        return 0 if is_frozen else 1
    if sys.argv[1:]:
        print(f"usage: {sys.argv[0]} [--check]", file=sys.stderr)
        return 2
    TABLE.write_text(wanted)
    HASH.write_text(f"{digest}  {TABLE.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

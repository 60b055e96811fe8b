#!/usr/bin/env python3
"""Writes data/corpus.tsv: the layers of public architectures, each distinct one once.

    data/corpus.py          rewrites data/corpus.tsv

A line is: kind, sizes ("c=64 h=56 ..."), element type, fused ops ("bias+relu"), family, networks.
What a kind is and which sizes it has is described in docs/reference/dataset.md; `autotune collect` makes
modules of the lines. Networks of test/models have the name that they have there, so that a network
can be held out by its name.
"""
import pathlib

rows = {}  # (kind, sizes, type, fused) -> (family, [networks])


def add(network, kind, family, fused="", dtype="f32", **sizes):
    key = (kind, " ".join(f"{k}={v}" for k, v in sizes.items()), dtype, fused)
    networks = rows.setdefault(key, (family, []))[1]
    if network not in networks:
        networks.append(network)


class Image:
    """Walks through a convolutional network: keeps channels and size, adds layers as it goes."""

    def __init__(self, network, size=224, channels=3, layout="nchw", dtype="f32"):
        self.network, self.h, self.w, self.c = network, size, size, channels
        self.layout, self.dtype = layout, dtype

    def at(self, channels, size=None, width=None):
        other = Image(self.network, 0, channels, self.layout, self.dtype)
        other.h = self.h if size is None else size
        other.w = other.h if size is not None and width is None else (width or self.w)
        return other

    def _move(self, kh, kw, s, ph, pw, dilation=1):
        self.h = (self.h + 2 * ph - dilation * (kh - 1) - 1) // s + 1
        self.w = (self.w + 2 * pw - dilation * (kw - 1) - 1) // s + 1

    def conv(self, f, k, s=1, p=None, fused="bias+relu", kw=None, pw=None, dilation=1, groups=1):
        kh, kw = k, kw or k
        ph = dilation * (kh - 1) // 2 if p is None else p
        pw = (dilation * (kw - 1) // 2 if p is None else p) if pw is None else pw
        sizes = dict(n=1, c=self.c, h=self.h, w=self.w, f=f, kh=kh, kw=kw, s=s, ph=ph, pw=pw)
        if groups > 1:
            kind, family = "conv_grouped_nchw", "grouped"
            sizes["g"] = groups
        else:
            kind = f"conv_{self.layout}"
            family = "pointwise" if kh == kw == 1 else "conv"
            if dilation > 1:
                sizes["d"] = dilation
        add(self.network, kind, family, fused, self.dtype, **sizes)
        self._move(kh, kw, s, ph, pw, dilation)
        self.c = f
        return self

    def depthwise(self, k=3, s=1, fused="bias+relu6", p=None):
        p = (k - 1) // 2 if p is None else p
        layout = "nchw" if self.layout == "nchw" else "nhwc"
        add(self.network, f"depthwise_{layout}", "depthwise", fused, self.dtype, n=1, c=self.c,
            h=self.h, w=self.w, kh=k, kw=k, s=s, ph=p, pw=p)
        self._move(k, k, s, p, p)
        return self

    def pool(self, kind, k, s=2, p=0):
        layout = "nchw" if self.layout == "nchw" else "nhwc"
        add(self.network, f"pool_{kind}_{layout}", "pooling", "", self.dtype, n=1, c=self.c,
            h=self.h, w=self.w, kh=k, kw=k, s=s, ph=p, pw=p)
        self._move(k, k, s, p, p)
        return self

    def dense(self, n, k=None, fused="bias"):
        add(self.network, "matmul", "matvec", fused, self.dtype, m=1, n=n, k=k or self.c)
        return self

    def global_pool(self):
        kind = "mean_image_nchw" if self.layout == "nchw" else "mean_image_nhwc"
        add(self.network, kind, "reduction", "", self.dtype, c=self.c, h=self.h, w=self.w)
        return self

    def join(self, fused="add+relu"):
        add(self.network, "map", "elementwise", fused, self.dtype, n=1, a=self.c, b=self.h,
            c=self.w)
        return self


# --- convolutional classifiers

def alexnet():
    x = Image("alexnet").conv(64, 11, 4, 2).pool("max", 3).conv(192, 5, 1, 2).pool("max", 3)
    x.conv(384, 3).conv(256, 3).conv(256, 3).pool("max", 3)
    x.dense(4096, 9216, "bias+relu").dense(4096, 4096, "bias+relu").dense(1000, 4096)


def vgg(network, blocks):
    x = Image(network)
    for channels, count in zip((64, 128, 256, 512, 512), blocks):
        for _ in range(count):
            x.conv(channels, 3)
        x.pool("max", 2)
    x.dense(4096, 4096, "bias+relu").dense(1000, 4096)


def resnet(network, blocks, bottleneck, width=64, groups=1, dtype="f32", layout="nchw"):
    x = Image(network, dtype=dtype, layout=layout).conv(64, 7, 2, 3).pool("max", 3, 2, 1)
    for stage, count in enumerate(blocks):
        out = 64 * 2 ** stage * (4 if bottleneck else 1)
        inner = width * 2 ** stage
        for block in range(count):
            stride = 2 if stage and not block else 1
            if not block and (x.c != out or stride > 1):
                x.at(x.c).conv(out, 1, stride, fused="bias")
            if bottleneck:
                x.conv(inner, 1).conv(inner, 3, stride, groups=groups)
                x.conv(out, 1, fused="bias+add+relu")
            else:
                x.conv(out, 3, stride).conv(out, 3, fused="bias+add+relu")
    x.join().global_pool().dense(1000)


def densenet(network, growth, blocks, initial):
    x = Image(network).conv(initial, 7, 2, 3).pool("max", 3, 2, 1)
    for stage, count in enumerate(blocks):
        for _ in range(count):
            channels = x.c
            x.at(channels).join("scale+relu")
            x.at(channels).conv(4 * growth, 1, fused="scale+relu").conv(growth, 3, fused="")
            x.c = channels + growth
        if stage < 3:
            x.conv(x.c // 2, 1, fused="").pool("sum", 2)
    x.global_pool().dense(1000)


def inception_v1():
    x = Image("inception_v1").conv(64, 7, 2, 3).pool("max", 3, 2, 1)
    x.conv(64, 1).conv(192, 3).pool("max", 3, 2, 1)
    table = [(64, 96, 128, 16, 32, 32), (128, 128, 192, 32, 96, 64), None,
             (192, 96, 208, 16, 48, 64), (160, 112, 224, 24, 64, 64), (128, 128, 256, 24, 64, 64),
             (112, 144, 288, 32, 64, 64), (256, 160, 320, 32, 128, 128), None,
             (256, 160, 320, 32, 128, 128), (384, 192, 384, 48, 128, 128)]
    for row in table:
        if row is None:
            x.pool("max", 3, 2, 1)
            continue
        a, b, c, d, e, f = row
        x.at(x.c).conv(a, 1)
        x.at(x.c).conv(b, 1).conv(c, 3)
        x.at(x.c).conv(d, 1).conv(e, 5)
        x.at(x.c).pool("max", 3, 1, 1).conv(f, 1)
        x.c = a + c + e + f
    x.global_pool().dense(1000)


def inception_v3():
    x = Image("inception_v3", 299, layout="nhwc_hwcf")
    x.conv(32, 3, 2, 0).conv(32, 3, 1, 0).conv(64, 3).pool("max", 3).conv(80, 1).conv(192, 3, 1, 0)
    x.pool("max", 3)
    for pooled in (32, 64, 64):
        x.at(x.c).conv(64, 1)
        x.at(x.c).conv(48, 1).conv(64, 5)
        x.at(x.c).conv(64, 1).conv(96, 3).conv(96, 3)
        x.at(x.c).pool("sum", 3, 1, 1).conv(pooled, 1)
        x.c = 224 + pooled
    x.at(x.c).conv(384, 3, 2, 0)
    x.at(x.c).conv(64, 1).conv(96, 3).conv(96, 3, 2, 0)
    x.pool("max", 3)
    x.c = 768
    for c in (128, 160, 192):
        x.at(768).conv(192, 1)
        x.at(768).conv(c, 1).conv(c, 1, kw=7, p=0, pw=3).conv(192, 7, kw=1, p=3, pw=0)
        x.at(768).conv(c, 7, kw=1, p=3, pw=0)
    x.at(768).conv(192, 1).conv(320, 3, 2, 0)
    x = x.at(1280, 8)
    for c in (1280, 2048):
        y = x.at(c)
        y.at(c).conv(320, 1)
        y.at(c).conv(384, 1).conv(384, 1, kw=3, p=0, pw=1)
        y.at(384).conv(384, 3, kw=1, p=1, pw=0)
        y.at(c).conv(448, 1).conv(384, 3)
        y.at(c).conv(192, 1)
    x.at(2048).global_pool().dense(1000)


def inception_v4():
    x = Image("inception_v4", 299, layout="nhwc_hwcf")
    x.conv(32, 3, 2, 0).conv(32, 3, 1, 0).conv(64, 3)
    x.at(64).conv(96, 3, 2, 0)
    y = x.at(160, 73)
    y.at(160).conv(64, 1).conv(96, 3, 1, 0)
    y.at(64).conv(64, 1, kw=7, p=0, pw=3).conv(64, 7, kw=1, p=3, pw=0).conv(96, 3, 1, 0)
    a = x.at(384, 35)
    a.at(384).conv(96, 1)
    a.at(384).conv(64, 1).conv(96, 3).conv(96, 3)
    b = x.at(1024, 17)
    for f in (128, 192, 384):
        b.at(1024).conv(f, 1)
    b.at(192).conv(224, 1, kw=7, p=0, pw=3).conv(256, 7, kw=1, p=3, pw=0)
    c = x.at(1536, 8)
    c.at(1536).conv(256, 1)
    c.at(1536).conv(384, 1).conv(448, 3, kw=1, p=1, pw=0).conv(512, 1, kw=3, p=0, pw=1)


def squeezenet(network, first):
    x = Image(network)
    if first == 96:
        x.conv(96, 7, 2, 0).pool("max", 3)
        fires = [(16, 64), (16, 64), (32, 128), None, (32, 128), (48, 192), (48, 192), (64, 256),
                 None, (64, 256)]
    else:
        x.conv(64, 3, 2, 0).pool("max", 3)
        fires = [(16, 64), (16, 64), None, (32, 128), (32, 128), None, (48, 192), (48, 192),
                 (64, 256), (64, 256)]
    for fire in fires:
        if fire is None:
            x.pool("max", 3)
            continue
        squeeze, expand = fire
        x.conv(squeeze, 1)
        x.at(squeeze).conv(expand, 1)
        x.at(squeeze).conv(expand, 3)
        x.c = 2 * expand
    x.conv(1000, 1).global_pool()


def mobilenet_v1(network="mobilenet_v1", scale=1.0, size=224, layout="nchw"):
    x = Image(network, size, layout=layout).conv(int(32 * scale), 3, 2)
    for f, s in [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)] + [(512, 1)] * 5 + \
            [(1024, 2), (1024, 1)]:
        x.depthwise(3, s, "bias+relu").conv(int(f * scale), 1)
    x.global_pool().dense(1000)


def inverted(x, table, activation, squeeze=False):
    """table: kernel, expanded channels, output channels, stride."""
    for k, inner, out, s in table:
        first = x.c
        if inner != x.c:
            x.conv(inner, 1, fused=f"bias+{activation}" if activation else "bias")
        x.depthwise(k, s, f"bias+{activation}")
        if squeeze:
            x.at(inner).global_pool().dense(max(8, first // 4), inner, f"bias+{activation}")
        x.conv(out, 1, fused="bias+add" if s == 1 and first == out else "bias")


def mobilenet_v2(network="mobilenet_v2", layout="nchw", size=224):
    x = Image(network, size, layout=layout).conv(32, 3, 2, fused="bias+relu6")
    table = []
    c = 32
    for t, f, n, s in [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                       (6, 160, 3, 2), (6, 320, 1, 1)]:
        for i in range(n):
            table.append((3, t * c, f, s if i == 0 else 1))
            c = f
    inverted(x, table, "relu6")
    x.conv(1280, 1, fused="bias+relu6").global_pool().dense(1000)


def mobilenet_v3():
    x = Image("mobilenet_v3", layout="nhwc_hwcf").conv(16, 3, 2, fused="bias+hardswish")
    table = [(3, 16, 16, 1), (3, 64, 24, 2), (3, 72, 24, 1), (5, 72, 40, 2), (5, 120, 40, 1),
             (3, 240, 80, 2), (3, 200, 80, 1), (3, 184, 80, 1), (3, 480, 112, 1), (3, 672, 112, 1),
             (5, 672, 160, 2), (5, 960, 160, 1)]
    inverted(x, table, "hardswish", True)
    x.conv(960, 1, fused="bias+hardswish").global_pool().dense(1280, 960, "bias+hardswish")
    x = Image("mobilenet_v3_small", 112, 16, "nchw")
    inverted(x, [(3, 16, 16, 2), (3, 72, 24, 2), (3, 88, 24, 1), (5, 96, 40, 2), (5, 240, 40, 1),
                 (5, 120, 48, 1), (5, 144, 48, 1), (5, 288, 96, 2), (5, 576, 96, 1)],
             "hardswish", True)


def efficientnet(network, width, depth, size, layout):
    def channels(c):
        c *= width
        rounded = max(8, int(c + 4) // 8 * 8)
        return rounded + 8 if rounded < 0.9 * c else rounded
    x = Image(network, size, layout=layout).conv(channels(32), 3, 2, fused="bias+silu")
    c, table = channels(32), []
    for t, f, n, s, k in [(1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3),
                          (6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3)]:
        for i in range(-(-int(n * depth * 10) // 10)):
            table.append((k, t * c, channels(f), s if i == 0 else 1))
            c = channels(f)
    inverted(x, table, "silu", True)
    x.conv(channels(1280), 1, fused="bias+silu").global_pool().dense(1000)


def mnasnet():
    x = Image("mnasnet").conv(32, 3, 2).depthwise(3, 1, "bias+relu").conv(16, 1, fused="bias")
    c, table = 16, []
    for t, f, n, s, k in [(3, 24, 3, 2, 3), (3, 40, 3, 2, 5), (6, 80, 3, 2, 5), (6, 96, 2, 1, 3),
                          (6, 192, 4, 2, 5), (6, 320, 1, 1, 3)]:
        for i in range(n):
            table.append((k, t * c, f, s if i == 0 else 1))
            c = f
    inverted(x, table, "relu")


def shufflenet():
    x = Image("shufflenet_v2").conv(24, 3, 2).pool("max", 3, 2, 1)
    for c, size in ((116, 28), (232, 14), (464, 7)):
        y = x.at(c // 2, size)
        y.conv(c // 2, 1).depthwise(3, 1, "bias").conv(c // 2, 1)
        x.at(c // 2, 2 * size).depthwise(3, 2, "bias").conv(c // 2, 1)
        add("shufflenet_v2", "transpose_120", "movement", "", a=2, b=c // 2, c=size * size)
    x.at(464, 7).conv(1024, 1).global_pool()


def regnet(network, widths, group, depths):
    x = Image(network).conv(32, 3, 2)
    for width, _ in zip(widths, depths):
        x.at(x.c).conv(width, 1, 2, fused="bias")
        x.conv(width, 1).conv(width, 3, 2, groups=width // group).conv(width, 1,
                                                                       fused="bias+add+relu")
        x.at(width).conv(width, 3, 1, groups=width // group)
    x.global_pool().dense(1000)


def convnext(network, widths):
    x = Image(network, layout="nhwc_hwcf").conv(widths[0], 4, 4, 0, fused="bias")
    for stage, c in enumerate(widths):
        x.c = c
        x.depthwise(7, 1, "bias")
        add(network, "layer_norm", "normalisation", "", m=x.h * x.w, n=c)
        add(network, "matmul", "matmul", "bias+gelu", m=x.h * x.w, n=4 * c, k=c)
        add(network, "matmul", "matmul", "bias+add", m=x.h * x.w, n=c, k=4 * c)
        if stage < 3:
            x.conv(widths[stage + 1], 2, 2, 0, fused="bias")


def detectors():
    x = Image("yolo_v3_tiny", 416)
    for f in (16, 32, 64, 128, 256):
        x.conv(f, 3, fused="bias+leaky").pool("max", 2)
    x.conv(512, 3, fused="bias+leaky").conv(1024, 3, fused="bias+leaky")
    x.conv(256, 1, fused="bias+leaky").conv(512, 3, fused="bias+leaky").conv(255, 1, fused="bias")
    x = Image("darknet53", 256)
    x.conv(32, 3, fused="bias+leaky")
    for f in (64, 128, 256, 512, 1024):
        x.conv(f, 3, 2, fused="bias+leaky")
        x.at(f).conv(f // 2, 1, fused="bias+leaky").conv(f, 3, fused="bias+leaky+add")
    for c, size in ((512, 38), (1024, 19), (512, 10), (256, 5)):
        y = Image("ssd300", size, c)
        y.at(c).conv(4 * 6, 3, fused="bias")
        y.at(c).conv(21 * 6, 3, fused="bias")
    x = Image("yolo_v5s", 320)
    for f, k, s in ((32, 6, 2), (64, 3, 2), (128, 3, 2), (256, 3, 2), (512, 3, 2)):
        x.conv(f, k, s, 2 if k == 6 else 1, fused="bias+silu")
        x.at(f).conv(f // 2, 1, fused="bias+silu").conv(f // 2, 3, fused="bias+silu")
    x.pool("max", 5, 1, 2)


def images():
    x = Image("unet", 128, 1)
    for f in (64, 128, 256, 512):
        x.conv(f, 3).conv(f, 3).pool("max", 2)
    for f in (512, 256, 128, 64):
        y = x.at(2 * f, 8 * 512 // f)
        y.conv(f, 3).conv(f, 3)
    x.at(64, 128).conv(2, 1, fused="bias")
    x = Image("dcgan", 64, 3)
    for f in (64, 128, 256, 512):
        x.conv(f, 4, 2, 1, fused="bias+leaky")
    for c, f, size in ((100, 512, 7), (512, 256, 11), (256, 128, 19), (128, 64, 35), (64, 3, 67)):
        Image("dcgan", size, c).conv(f, 4, 1, 0, fused="bias+relu" if f > 3 else "tanh")
    x = Image("dqn", 84, 4).conv(32, 8, 4, 0).conv(64, 4, 2, 0).conv(64, 3, 1, 0)
    x.dense(512, 3136, "bias+relu").dense(18, 512)
    x = Image("deeplab_v3", 28, 512)
    for dilation in (2, 4):
        x.at(512).conv(512, 3, dilation=dilation)
    for dilation in (6, 12):
        x.at(2048).conv(256, 3, dilation=dilation)
    x = Image("espcn", 128, 1).conv(64, 5, fused="bias+tanh").conv(32, 3, fused="bias+tanh")
    x.conv(9, 3, fused="bias")
    x = Image("lenet5", 32, 1).conv(6, 5, 1, 0).pool("sum", 2).conv(16, 5, 1, 0).pool("sum", 2)
    x.dense(120, 400, "bias+tanh").dense(84, 120, "bias+tanh").dense(10, 84)
    x = Image("cifar_resnet20", 32, 3).conv(16, 3)
    for f in (16, 32, 64):
        x.conv(f, 3, 2 if f > 16 else 1).conv(f, 3, fused="bias+add+relu")


# --- transformers, recurrent networks, perceptrons

def transformer(network, length, width, heads, inner=None, activation="gelu", dtype="f32",
                causal=False):
    inner = inner or 4 * width
    depth = width // heads
    add(network, "matmul", "matmul", "bias", dtype, m=length, n=width, k=width)
    add(network, "matmul", "matmul", "bias+add", dtype, m=length, n=width, k=width)
    add(network, "matmul", "matmul", f"bias+{activation}", dtype, m=length, n=inner, k=width)
    add(network, "matmul", "matmul", "bias+add", dtype, m=length, n=width, k=inner)
    add(network, "batch_matmul", "attention", "scalar", dtype, b=heads, m=length, n=length, k=depth)
    add(network, "batch_matmul", "attention", "", dtype, b=heads, m=length, n=depth, k=length)
    add(network, "softmax", "normalisation", "", dtype, m=heads * length, n=length)
    add(network, "layer_norm", "normalisation", "", dtype, m=length, n=width)
    add(network, "transpose_102", "movement", "", dtype, a=length, b=heads, c=depth)
    if causal:
        add(network, "matmul", "matmul", "bias", dtype, m=length, n=3 * width, k=width)


def transformers():
    transformer("bert_2layer", 128, 256, 4)
    for length in (14, 128, 384):
        transformer("bert_base", length, 768, 12)
    transformer("bert_base_f64", 64, 768, 12, dtype="f64")
    transformer("bert_large", 128, 1024, 16)
    for name, width, heads in (("tiny", 128, 2), ("mini", 256, 4), ("small", 512, 8),
                               ("medium", 512, 8)):
        for length in (32, 128, 256):
            transformer(f"bert_{name}", length, width, heads)
    transformer("bert_small_f64", 128, 512, 8, dtype="f64")
    transformer("distilbert", 64, 768, 12)
    transformer("gpt2", 64, 768, 12, causal=True)
    transformer("gpt2", 256, 768, 12, causal=True)
    transformer("t5_small", 128, 512, 8, 2048, "relu")
    transformer("t5_small", 40, 512, 8, 2048, "relu")
    transformer("whisper_tiny", 375, 384, 6)
    transformer("whisper_base", 250, 512, 8)
    transformer("transformer_base", 50, 512, 8, 2048, "relu")
    transformer("transformer_base_f64", 50, 512, 8, 2048, "relu", dtype="f64")
    for name, width, heads in (("vit_t16", 192, 3), ("vit_s16", 384, 6), ("vit_b16", 768, 12),
                               ("deit_t16", 192, 3), ("deit_s16", 384, 6)):
        transformer(name, 198 if name.startswith("deit") else 197, width, heads)
        add(name, "conv_nchw", "conv", "bias", n=1, c=3, h=224, w=224, f=width, kh=16, kw=16, s=16,
            ph=0, pw=0)
    for stage, (size, width) in enumerate(((56, 96), (28, 192), (14, 384), (7, 768))):
        rows_, windows, heads = size * size, (size // 7) ** 2, 3 * 2 ** stage
        network = "swin_t"
        add(network, "matmul", "matmul", "bias", m=rows_, n=3 * width, k=width)
        add(network, "matmul", "matmul", "bias+gelu", m=rows_, n=4 * width, k=width)
        add(network, "matmul", "matmul", "bias+add", m=rows_, n=width, k=4 * width)
        add(network, "batch_matmul", "attention", "scalar", b=windows * heads, m=49, n=49, k=32)
        add(network, "batch_matmul", "attention", "", b=windows * heads, m=49, n=32, k=49)
        add(network, "softmax", "normalisation", "", m=windows * heads * 49, n=49)
        add(network, "layer_norm", "normalisation", "", m=rows_, n=width)
    add("whisper_tiny", "conv_1d_ncw", "conv", "bias+gelu", n=1, c=80, w=3000, f=384, kw=3, s=1,
        pw=1)
    add("whisper_tiny", "conv_1d_ncw", "conv", "bias+gelu", n=1, c=384, w=1500, f=384, kw=3, s=2,
        pw=1)
    for c, f, w, k in ((64, 64, 512, 3), (128, 128, 256, 5), (256, 256, 128, 7), (40, 256, 200, 11)):
        add("tcn", "conv_1d_ncw", "conv", "bias+relu", n=1, c=c, w=w, f=f, kw=k, s=1, pw=k // 2)
        add("jasper", "conv_1d_nwc", "conv", "bias+relu", n=1, c=c, w=w, f=f, kw=k, s=1, pw=k // 2)


def recurrent():
    for network, batch, hidden in (("lstm_lm", 4, 650), ("lstm_lm_200", 20, 200),
                                   ("lstm_lm_1500", 4, 1500), ("gnmt", 1, 1024),
                                   ("deepspeech2", 1, 800)):
        add(network, "matmul", "matmul", "bias", m=batch, n=4 * hidden, k=hidden)
        add(network, "matmul", "matmul", "add", m=batch, n=4 * hidden, k=hidden)
        add(network, "map", "elementwise", "sigmoid+mul", n=1, a=1, b=batch, c=hidden)
        add(network, "map", "elementwise", "tanh+mul", n=1, a=1, b=batch, c=hidden)
        add(network, "map", "elementwise", "mul+add", n=1, a=1, b=batch, c=hidden)
    add("lstm_lm", "matmul", "matmul", "bias", m=4, n=10000, k=650)
    for batch in (1, 16, 64, 128, 512):
        network = {1: "mlp", 128: "mlp_b128"}.get(batch, f"mlp_b{batch}")
        for n, k in ((512, 784), (512, 512), (10, 512)):
            add(network, "matmul", "matvec" if batch == 1 else "matmul",
                "bias+relu" if n > 10 else "bias", m=batch, n=n, k=k)
        for n, k in ((512, 13), (256, 512), (64, 256), (512, 415), (1, 256)):
            if n > 1 and batch > 1:
                add("dlrm", "matmul", "matmul", "bias+relu", m=batch, n=n, k=k)
        if batch > 1:
            add("dlrm", "batch_matmul", "attention", "", b=batch, m=27, n=27, k=64)
    for m, n, k in ((64, 64, 64), (100, 100, 100), (256, 256, 256), (333, 257, 129), (512, 512, 512)):
        for dtype in ("f32", "f64"):
            add("gemm", "matmul", "matmul", "", dtype, m=m, n=n, k=k)
            add("gemm_nt", "matmul_nt", "matmul", "", dtype, m=m, n=n, k=k)
    for m, k in ((512, 512), (1000, 2048), (4096, 1024), (300, 5000)):
        for dtype in ("f32", "f64"):
            add("gemv", "matvec", "matvec", "", dtype, m=m, k=k)
    for m, n in ((64, 1000), (512, 512), (1, 65536), (1000, 64), (3136, 256)):
        for kind in ("sum_rows", "max_rows", "sum_columns")[:2 if m == 1 else 3]:
            add("statistics", kind, "reduction", "", "f64" if n == 512 else "f32", m=m, n=n)
        add("layout", "transpose_10", "movement", "", "f64" if n == 512 else "f32", a=m, b=n)
    for shape in ((64, 56, 56), (256, 28, 28), (1, 128, 3072), (128, 14, 14), (12, 128, 128)):
        for fused in ("gelu", "silu", "sigmoid", "tanh", "relu6", "hardswish", "add", "scale",
                      "mul+add", "leaky"):
            a, b, c = shape
            if (a + b + c + len(fused)) % 3 == 0:
                add("activations", "map", "elementwise", fused, n=1, a=a, b=b, c=c)


def main():
    alexnet()
    for name, blocks in (("vgg11", (1, 1, 2, 2, 2)), ("vgg16", (2, 2, 3, 3, 3)),
                         ("vgg19", (2, 2, 4, 4, 4))):
        vgg(name, blocks)
    resnet("resnet18", (2, 2, 2, 2), False)
    resnet("resnet34", (3, 4, 6, 3), False)
    resnet("resnet34_f64", (3, 4, 6, 3), False, dtype="f64")
    resnet("resnet50", (3, 4, 6, 3), True)
    resnet("resnet50_nhwc", (3, 4, 6, 3), True, layout="nhwc_hwcf")
    resnet("resnet18_nhwc_fhwc", (2, 2, 2, 2), False, layout="nhwc_fhwc")
    resnet("resnet101", (3, 4, 23, 3), True)
    resnet("resnet152", (3, 8, 36, 3), True)
    resnet("resnext50", (3, 4, 6, 3), True, 128, 32)
    resnet("wide_resnet50", (3, 4, 6, 3), True, 128)
    densenet("densenet121", 32, (6, 12, 24, 16), 64)
    densenet("densenet161", 48, (6, 12, 12, 8), 96)
    inception_v1()
    inception_v3()
    inception_v4()
    squeezenet("squeezenet", 96)
    squeezenet("squeezenet_1_1", 64)
    mobilenet_v1()
    mobilenet_v1("mobilenet_v1_050", 0.5, 192, "nhwc_hwcf")
    mobilenet_v1("mobilenet_v1_025", 0.25, 128, "nhwc_fhwc")
    mobilenet_v2()
    mobilenet_v2("mobilenet_v2_nhwc", "nhwc_hwcf", 192)
    mobilenet_v3()
    for name, width, depth, size, layout in (("b0", 1.0, 1.0, 224, "nchw"),
                                             ("b1", 1.0, 1.1, 240, "nhwc_hwcf"),
                                             ("b2", 1.1, 1.2, 260, "nhwc_hwcf"),
                                             ("b3", 1.2, 1.4, 300, "nchw"),
                                             ("b4", 1.4, 1.8, 380, "nhwc_hwcf")):
        efficientnet(f"efficientnet_{name}", width, depth, size, layout)
    mnasnet()
    shufflenet()
    regnet("regnet_y_400mf", (48, 104, 208, 440), 8, (1, 3, 6, 6))
    regnet("regnet_x_1_6gf", (72, 168, 408, 912), 24, (2, 4, 10, 2))
    convnext("convnext_t", (96, 192, 384, 768))
    detectors()
    images()
    transformers()
    recurrent()
    lines = ["\t".join((kind, sizes, dtype, fused or "-", family, ",".join(networks)))
             for (kind, sizes, dtype, fused), (family, networks) in rows.items()]
    path = pathlib.Path(__file__).with_name("corpus.tsv")
    path.write_text("# Written by data/corpus.py: kind, sizes, type, fused ops, family, networks.\n"
                    + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

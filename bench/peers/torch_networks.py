"""Twenty small networks of PyTorch, of the kinds that people compile: each is a module and the shapes of what it takes."""
import torch
import torch.nn.functional as F
from torch import nn


def seq(*layers):
    return nn.Sequential(*layers)


def conv(inputs, outputs, kernel=3, stride=1, groups=1, act=nn.ReLU):
    layers = [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs)]
    return seq(*layers, *([act()] if act else []))


class Add(nn.Module):
    """What the inside gives is added to what it takes."""

    def __init__(self, inside, after=None, shortcut=None):
        super().__init__()
        self.inside, self.after, self.shortcut = inside, after or nn.Identity(), shortcut or nn.Identity()

    def forward(self, x):
        return self.after(self.shortcut(x) + self.inside(x))


def head(channels, classes=100):
    return seq(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))


def residual(inputs, outputs, stride=1):
    inside = seq(conv(inputs, outputs, 3, stride), conv(outputs, outputs, act=None))
    return Add(inside, nn.ReLU(), conv(inputs, outputs, 1, stride, act=None) if stride > 1 else None)


def bottleneck(inputs, middle, stride=1):
    outputs = 4 * middle
    inside = seq(conv(inputs, middle, 1), conv(middle, middle, 3, stride), conv(middle, outputs, 1, act=None))
    return Add(inside, nn.ReLU(), conv(inputs, outputs, 1, stride, act=None) if inputs != outputs else None)


def inverted(channels, expand=4):
    middle = channels * expand
    return Add(seq(conv(channels, middle, 1, act=nn.ReLU6), conv(middle, middle, 3, groups=middle, act=nn.ReLU6), conv(middle, channels, 1, act=None)))


class Excite(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.weigh = seq(nn.AdaptiveAvgPool2d(1), nn.Conv2d(channels, channels // 4, 1), nn.SiLU(), nn.Conv2d(channels // 4, channels, 1), nn.Sigmoid())

    def forward(self, x):
        return x * self.weigh(x)


class Concat(nn.Module):
    """Branches beside each other, along the channels."""

    def __init__(self, *branches):
        super().__init__()
        self.branches = nn.ModuleList(branches)

    def forward(self, x):
        return torch.cat([branch(x) for branch in self.branches], 1)


class ChannelsLast(nn.Module):
    """A module that takes the channels as the last dimension."""

    def __init__(self, inside):
        super().__init__()
        self.inside = inside

    def forward(self, x):
        return self.inside(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class Transposed(nn.Module):
    def __init__(self, inside):
        super().__init__()
        self.inside = inside

    def forward(self, x):
        return self.inside(x.transpose(1, 2)).transpose(1, 2)


class RmsNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


def rotate(x, cosine, sine):
    half = x.shape[-1] // 2
    return x * cosine + torch.cat([-x[..., half:], x[..., :half]], -1) * sine


class Attention(nn.Module):
    def __init__(self, width, heads, causal=False, positions=0):
        super().__init__()
        self.heads, self.causal = heads, causal
        self.join, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        if positions:
            angle = torch.outer(torch.arange(positions).float(), 1e4 ** -torch.linspace(0, 1, width // heads // 2)).repeat(1, 2)
            self.register_buffer("cosine", angle.cos())
            self.register_buffer("sine", angle.sin())

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.join(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        if hasattr(self, "cosine"):
            q, k = rotate(q, self.cosine, self.sine), rotate(k, self.cosine, self.sine)
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))


class GatedUnit(nn.Module):
    def __init__(self, width, middle):
        super().__init__()
        self.gate, self.up, self.down = (nn.Linear(*size, bias=False) for size in ((width, middle), (width, middle), (middle, width)))

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


def feed_forward(width, act=nn.GELU):
    return seq(nn.Linear(width, 4 * width), act(), nn.Linear(4 * width, width))


def block(width, heads, norm=nn.LayerNorm, forward=None, **attention):
    return seq(Add(seq(norm(width), Attention(width, heads, **attention))), Add(seq(norm(width), forward or feed_forward(width))))


class Patches(nn.Module):
    """An image as a row of vectors."""

    def __init__(self, width, size):
        super().__init__()
        self.conv = nn.Conv2d(3, width, size, size)

    def forward(self, x):
        return self.conv(x).flatten(2).transpose(1, 2)


class Mean(nn.Module):
    def forward(self, x):
        return x.mean(1)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down, self.deep = seq(conv(3, 32), conv(32, 32)), seq(nn.MaxPool2d(2), conv(32, 64), conv(64, 64))
        self.up, self.out = nn.ConvTranspose2d(64, 32, 2, 2), seq(conv(64, 32), nn.Conv2d(32, 2, 1))

    def forward(self, x):
        high = self.down(x)
        return self.out(torch.cat([high, self.up(self.deep(high))], 1))


class Tagger(nn.Module):
    """Embedded words, an encoder, a label for each."""

    def __init__(self):
        super().__init__()
        self.words, self.body, self.labels = nn.Embedding(1000, 128), seq(block(128, 4), nn.LayerNorm(128)), nn.Linear(128, 9)

    def forward(self, words):
        return self.labels(self.body(self.words(words)))


class Graph(nn.Module):
    """Two layers on a graph, whose edges are a matrix."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(64, 128), nn.Linear(128, 16)

    def forward(self, x, edges):
        return F.log_softmax(edges @ self.second(F.relu(edges @ self.first(x))), -1)


class Recurrent(nn.Module):
    """A gated unit, step by step."""

    def __init__(self, width=128, steps=8):
        super().__init__()
        self.cell, self.steps, self.out = nn.GRUCell(width, width), steps, nn.Linear(width, 10)

    def forward(self, x):
        state = torch.zeros_like(x[:, 0])
        for step in range(self.steps):
            state = self.cell(x[:, step], state)
        return self.out(state)


def convnext(width):
    return Add(seq(nn.Conv2d(width, width, 7, padding=3, groups=width), ChannelsLast(seq(nn.LayerNorm(width), feed_forward(width)))))


IMAGE, ROW = (1, 3, 64, 64), (1, 64, 256)
NETWORKS = {
    "mlp": (lambda: seq(nn.Linear(256, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10)), [(32, 256)]),
    "mlp_one_row": (lambda: seq(nn.Linear(512, 1024), nn.SiLU(), nn.LayerNorm(1024), nn.Linear(1024, 64), nn.Softmax(-1)), [(1, 512)]),
    "autoencoder": (lambda: seq(*(layer for a, b in ((784, 256), (256, 32), (32, 256), (256, 784)) for layer in (nn.Linear(a, b), nn.Tanh()))), [(16, 784)]),
    "lenet": (lambda: seq(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2),
                          nn.Flatten(), nn.Linear(400, 120), nn.Sigmoid(), nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10)), [(1, 1, 28, 28)]),
    "vgg": (lambda: seq(conv(3, 32), conv(32, 32), nn.MaxPool2d(2), conv(32, 64), conv(64, 64), nn.MaxPool2d(2), conv(64, 128), head(128)), [IMAGE]),
    "resnet": (lambda: seq(conv(3, 32), residual(32, 32), residual(32, 64, 2), residual(64, 128, 2), head(128)), [IMAGE]),
    "bottleneck": (lambda: seq(conv(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1), bottleneck(64, 32), bottleneck(128, 32), head(128)), [(1, 3, 112, 112)]),
    "mobilenet": (lambda: seq(conv(3, 24, 3, 2, act=nn.ReLU6), inverted(24), inverted(24), conv(24, 96, 1), head(96)), [IMAGE]),
    "efficientnet": (lambda: seq(conv(3, 32, 3, 2, act=nn.SiLU), conv(32, 32, 3, groups=32, act=nn.SiLU), Excite(32), conv(32, 64, 1, act=nn.SiLU), Excite(64), head(64)), [IMAGE]),
    "densenet": (lambda: seq(conv(3, 32), *(Concat(nn.Identity(), conv(32 + 16 * n, 16)) for n in range(4)), head(96)), [(1, 3, 32, 32)]),
    "inception": (lambda: seq(conv(3, 32, 3, 2), Concat(conv(32, 32, 1), seq(conv(32, 24, 1), conv(24, 48)), seq(conv(32, 8, 1), conv(8, 16, 5)), seq(nn.MaxPool2d(3, 1, 1), conv(32, 16, 1))), head(112)), [IMAGE]),
    "convnext": (lambda: seq(nn.Conv2d(3, 64, 4, 4), convnext(64), convnext(64), head(64)), [(1, 3, 96, 96)]),
    "unet": (UNet, [IMAGE]),
    "vit": (lambda: seq(Patches(192, 8), block(192, 3), block(192, 3), Mean(), nn.Linear(192, 10)), [IMAGE]),
    "mixer": (lambda: seq(Patches(128, 8), *(seq(Add(Transposed(feed_forward(64))), Add(seq(nn.LayerNorm(128), feed_forward(128)))) for _ in range(2)), Mean(), nn.Linear(128, 10)), [IMAGE]),
    "bert": (lambda: seq(block(256, 4), block(256, 4), nn.LayerNorm(256)), [ROW]),
    "llama": (lambda: seq(block(256, 4, RmsNorm, GatedUnit(256, 688), causal=True, positions=64), RmsNorm(256), nn.Linear(256, 500)), [ROW]),
    "tagger": (Tagger, [("words", 1, 48)]),
    "graph": (Graph, [(200, 64), (200, 200)]),
    "gru": (Recurrent, [(4, 8, 128)]),
}


def make(name):
    """The network, ready to be called, and its arguments: the same every time."""
    torch.manual_seed(7)
    build, shapes = NETWORKS[name]
    network = build().eval()
    for module in network.modules():  # as after training
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    return network, [torch.randint(1000, shape[1:]) if shape[0] == "words" else torch.randn(shape) for shape in shapes]

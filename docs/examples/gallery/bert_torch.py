"""BERT of two layers in PyTorch, by torch.compile."""
import warnings

import torch
import torch.nn.functional as F
from torch import nn

import autotune  # noqa: F401  # of its backend
import picture

TOKENS, WORDS, WIDTH, HEADS = 64, 1000, 128, 4


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.first, self.second = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

    def forward(self, x):
        q, k, v = self.qkv(x).reshape(-1, TOKENS, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(x.shape)
        x = self.first(x + self.out(seen))
        return self.second(x + self.down(F.gelu(self.up(x))))


class Bert(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places, self.norm = nn.Embedding(WORDS, WIDTH), nn.Embedding(TOKENS, WIDTH), nn.LayerNorm(WIDTH)
        self.layers, self.head = nn.Sequential(Layer(), Layer()), nn.Linear(WIDTH, WORDS)

    def forward(self, words):
        return self.head(self.layers(self.norm(self.words(words) + self.places.weight)))


torch.manual_seed(0)
torch.set_num_threads(1)
bert, words = Bert().eval(), torch.randint(WORDS, (1, TOKENS))
net = torch.compile(bert, backend="autotune", options={"freezing": True})
with torch.no_grad(), warnings.catch_warnings():
    warnings.simplefilter("error")  # what would run as PyTorch runs it is told by one
    difference = (net(words) - bert(words)).abs().max().item()
    assert difference < 1e-4
    print(f"{TOKENS} tokens within {difference:.0e} of PyTorch, no part of it left to PyTorch")
    picture.compare("bert_torch.svg", f"{TOKENS} tokens through two layers of BERT, one thread", {
        "torch.compile, autotune": lambda: net(words), "PyTorch": lambda: bert(words)})

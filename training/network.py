"""The network and its training: `(inputs -> width) x 2 -> buckets`, clipped and squared neurons."""
import math
import time

import numpy as np
import torch

from positions import unpack

# The largest weights that the integers of the engine hold: 505/255, and 127 of at least 128.
HIDDEN_LIMIT = 1.98
OUTPUT_LIMIT = 127 / 128


class Network(torch.nn.Module):
    def __init__(self, features, width, buckets):
        super().__init__()
        inputs = features.inputs
        self.features, self.buckets = features, buckets
        # A position has some thirty pieces, so a neuron starts within its range.
        spread = 1 / math.sqrt(inputs)
        self.hidden = torch.nn.Parameter(torch.empty(inputs, width).uniform_(-spread, spread))
        self.bias = torch.nn.Parameter(torch.empty(width).uniform_(-spread, spread))
        spread = 1 / math.sqrt(2 * width)
        self.output = torch.nn.Parameter(torch.empty(2 * width, buckets).uniform_(-spread, spread))
        self.output_bias = torch.nn.Parameter(torch.zeros(buckets))
        self.register_buffer("other_view", torch.from_numpy(features.other_view()))

    def forward(self, inputs, bucket):
        """The outputs of positions, in units of the scale."""
        # The other view has the same inputs in other places: so the weights are moved, not the inputs.
        both = torch.cat([self.hidden, self.hidden[self.other_view]], 1)
        neurons = (inputs @ both + torch.cat([self.bias, self.bias])).clamp(0, 1)
        return (neurons * neurons @ self.output + self.output_bias).gather(1, bucket[:, None]).squeeze(1)

    def clip(self):
        with torch.no_grad():
            self.hidden.clamp_(-HIDDEN_LIMIT, HIDDEN_LIMIT)
            self.bias.clamp_(-HIDDEN_LIMIT, HIDDEN_LIMIT)
            self.output.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)


class Batches:
    """Positions as tensors, on the device that trains."""

    def __init__(self, positions, settings, device):
        self.positions, self.device = positions, device
        expected = 1 / (1 + np.exp(-positions.score.astype(np.float64) / settings.scale))
        weight = settings.result_weight
        self.target = (weight * positions.result + (1 - weight) * expected).astype(np.float32)
        self.bucket = positions.features.bucket(positions.pieces, settings.buckets)

    def of(self, which):
        inputs = unpack(self.positions.features, self.positions.packed[which])
        to = lambda array: torch.from_numpy(array).to(self.device)
        return to(inputs).float(), to(self.bucket[which]), to(self.target[which])


def loss_of(outputs, target):
    return (torch.sigmoid(outputs) - target).square().mean()


def learning_rate(step, steps, highest=1e-3, lowest=1e-5, warm_up=100):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * step / steps)) / 2


def loss_on(network, batches, which, size=65_536):
    with torch.no_grad():
        parts = [which[start : start + size] for start in range(0, len(which), size)]
        sums = [loss_of(network(inputs, bucket), target).item() * len(target) for inputs, bucket, target in map(batches.of, parts)]
    return sum(sums) / max(len(which), 1)


def train(positions, settings, say=print):
    """Trains a network. Returns it and its learning curve: step, loss in training, loss on games held out."""
    torch.manual_seed(settings.seed)
    random = np.random.default_rng(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = Network(positions.features, settings.width, settings.buckets).to(device)
    batches = Batches(positions, settings, device)
    training, held_out = positions.split(settings.hold_out)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.01)
    size = min(settings.batch, len(training))
    order, curve, running, began = random.permutation(training), [], [], time.monotonic()
    place = 0
    for step in range(settings.steps):
        if place + size > len(order):
            order, place = random.permutation(training), 0
        inputs, bucket, target = batches.of(order[place : place + size])
        place += size
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, settings.steps)
        loss = loss_of(network(inputs, bucket), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        network.clip()
        running.append(loss.item())
        if (step + 1) % settings.report == 0 or step + 1 == settings.steps:
            curve.append((step + 1, float(np.mean(running)), loss_on(network, batches, held_out)))
            running = []
            say(f"step {step + 1}: loss {curve[-1][1]:.3e}, held out {curve[-1][2]:.3e}, {time.monotonic() - began:.0f} s")
    drop_unseen(network, positions, training)
    return network.cpu(), curve


def drop_unseen(network, positions, training):
    """Inputs that no position has get no weight: chance would decide it."""
    seen = np.zeros(positions.features.inputs, bool)
    for start in range(0, len(training), 1 << 18):
        seen |= unpack(positions.features, positions.packed[training[start : start + (1 << 18)]]).any(0)
    seen |= seen[positions.features.other_view()]
    with torch.no_grad():
        network.hidden[~torch.from_numpy(seen)] = 0

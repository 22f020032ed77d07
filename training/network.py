"""The network and its training: `(inputs -> width) x 2 -> buckets`, clipped and squared neurons."""
import math
import time

import numpy as np
import torch

from positions import BITS
from quantized import QA

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
        for name, is_flipped in ("other_view", False), ("flipped_view", True):
            self.register_buffer(name, torch.from_numpy(features.other_view(is_flipped)))

    def start_from(self, net):
        """Takes the weights of a network in whole numbers."""
        with torch.no_grad():
            for parameter, numbers, unit in (
                (self.hidden, net.hidden, QA),
                (self.bias, net.bias, QA),
                (self.output, net.output.T, net.qb),
                (self.output_bias, net.output_bias, QA * QA * net.qb),
            ):
                parameter.copy_(torch.from_numpy(numbers / unit))

    def forward(self, inputs, is_flipped, bucket):
        """The outputs of positions, in units of the scale."""
        # The other view has the same inputs in other places: so the weights are moved, not the inputs.
        if self.features.turned == "king":
            views = torch.cat([self.hidden, self.hidden[self.other_view], self.hidden[self.flipped_view]], 1)
            own, other, flipped = (inputs @ views).chunk(3, 1)
            sums = torch.cat([own, torch.where(is_flipped[:, None], flipped, other)], 1)
        else:
            sums = inputs @ torch.cat([self.hidden, self.hidden[self.other_view]], 1)
        neurons = (sums + torch.cat([self.bias, self.bias])).clamp(0, 1)
        return (neurons * neurons @ self.output + self.output_bias).gather(1, bucket[:, None]).squeeze(1)

    def clip(self):
        with torch.no_grad():
            self.hidden.clamp_(-HIDDEN_LIMIT, HIDDEN_LIMIT)
            self.bias.clamp_(-HIDDEN_LIMIT, HIDDEN_LIMIT)
            self.output.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)


class Batches:
    """All positions as tensors on the device that trains: unpacking and moving every batch takes longer than learning from it."""

    def __init__(self, positions, settings, device):
        expected = 1 / (1 + np.exp(-positions.score.astype(np.float64) / settings.scale))
        weight = settings.result_weight
        target = (weight * positions.result + (1 - weight) * expected).astype(np.float32)
        bucket = positions.features.bucket(positions.pieces, settings.buckets)
        self.inputs = positions.features.inputs
        to = lambda array: torch.from_numpy(array).to(device)
        self.packed, self.is_flipped, self.bucket = to(positions.packed), to(positions.is_flipped), to(bucket)
        self.target, self.bits = to(target), to(BITS.astype(np.float32))

    def of(self, which):
        """What the network gets of some positions, and the targets."""
        return (self.unpacked(which), self.is_flipped[which], self.bucket[which]), self.target[which]

    def unpacked(self, which):
        """The inputs as zeros and ones."""
        return torch.nn.functional.embedding(self.packed[which].int(), self.bits).flatten(1)[:, : self.inputs]

    def shuffled(self, which):
        return which[torch.randperm(len(which), device=which.device)]


def loss_of(outputs, target):
    return (torch.sigmoid(outputs) - target).square().mean()


def learning_rate(step, steps, highest, lowest=1e-5, warm_up=100):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * step / steps)) / 2


def loss_on(network, batches, which, size=65_536):
    with torch.no_grad():
        sums = [loss_of(network(*seen), target).item() * len(target) for seen, target in map(batches.of, which.split(size))]
    return sum(sums) / max(len(which), 1)


def train(positions, settings, start=None, say=print):
    """Trains a network, from random weights or from those of another in whole numbers. Returns it and its learning curve: step,
    loss in training, loss on games held out."""
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = Network(positions.features, settings.width, settings.buckets)
    if start:
        network.start_from(start)
    network = network.to(device)
    batches = Batches(positions, settings, device)
    training, held_out = (torch.from_numpy(which).to(device) for which in positions.split(settings.hold_out))
    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.learning_rate, weight_decay=0.01)
    size = min(settings.batch, len(training))
    order, curve, running, began = batches.shuffled(training), [], 0, time.monotonic()
    place = since = 0
    for step in range(settings.steps):
        if place + size > len(order):
            order, place = batches.shuffled(training), 0
        seen, target = batches.of(order[place : place + size])
        place += size
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, settings.steps, settings.learning_rate)
        loss = loss_of(network(*seen), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        network.clip()
        running, since = running + loss.detach(), since + 1
        if (step + 1) % settings.report == 0 or step + 1 == settings.steps:
            curve.append((step + 1, float(running) / since, loss_on(network, batches, held_out)))
            running = since = 0
            say(f"step {step + 1}: loss {curve[-1][1]:.3e}, held out {curve[-1][2]:.3e}, {time.monotonic() - began:.0f} s", flush=True)
    drop_unseen(network, batches, training)
    return network.cpu(), curve


def drop_unseen(network, batches, training):
    """Inputs that no position has get no weight: chance would decide it."""
    seen = torch.zeros(batches.inputs, dtype=torch.bool, device=training.device)
    for which in training.split(1 << 18):
        seen |= batches.unpacked(which).bool().any(0)
    for view in network.other_view, network.flipped_view:
        seen |= seen[view]
    with torch.no_grad():
        network.hidden[~seen] = 0

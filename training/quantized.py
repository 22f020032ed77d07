"""The network in whole numbers, exactly as the engine computes it (`engines/network/src/net.rs`)."""
import math
import struct
from dataclasses import dataclass

import numpy as np

from positions import BadFile, Features, unpack

QA = 255
LARGEST = 127  # times QA it fits 16 bits
NAME_SIZE = 40
MAGIC = b"damiernn"
HEADER = "<6I2Q"


@dataclass
class Quantized:
    features: Features
    hidden: np.ndarray  # inputs x width, in units of 1/QA
    bias: np.ndarray
    output: np.ndarray  # buckets x 2 width, in units of 1/qb
    output_bias: np.ndarray  # in units of 1/(QA * QA * qb)
    qb: int
    scale: int
    data_hash: int

    def evaluate(self, positions, which):
        """The scores of some positions for the side to move, in hundredths."""
        parts = np.array_split(which, len(which) // 65_536 + 1)
        return np.concatenate([self.evaluate_part(positions, part) for part in parts])

    def evaluate_part(self, positions, which):
        # These sums are exact in floating point, which is multiplied much faster than whole numbers.
        inputs = unpack(self.features, positions.packed[which]).astype(np.float64)
        view = lambda weights: np.rint(inputs @ weights.astype(np.float64)).astype(np.int64) + self.bias
        other, flipped = (view(self.hidden[self.features.other_view(is_flipped)]) for is_flipped in (False, True))
        other = np.where(positions.is_flipped[which, None], flipped, other)
        clipped = np.clip(np.concatenate([view(self.hidden), other], 1), 0, QA)
        bucket = self.features.bucket(positions.pieces[which], len(self.output))
        sums = (clipped * clipped * self.output[bucket]).sum(1) + self.output_bias[bucket]
        unit = QA * QA * self.qb
        return (sums * self.scale + unit // 2) // unit

    def to_bytes(self):
        width, buckets = self.hidden.shape[1], len(self.output)
        numbers = [1, width, buckets, QA, self.qb, self.scale]
        body = MAGIC + struct.pack(HEADER, *numbers, fnv1a(self.features.text.encode()), self.data_hash)
        body += self.features.game.encode().ljust(NAME_SIZE, b"\0")
        body += b"".join(part.astype("<i2").tobytes() for part in (self.hidden, self.bias, self.output))
        body += self.output_bias.astype("<i4").tobytes()
        return body + struct.pack("<Q", fnv1a(body))


def from_file(path, features):
    """The network in a file, if it has these features."""
    with open(path, "rb") as file:
        raw = file.read()
    start = len(MAGIC) + struct.calcsize(HEADER)
    if not raw.startswith(MAGIC) or len(raw) < start + NAME_SIZE or fnv1a(raw[:-8]) != struct.unpack("<Q", raw[-8:])[0]:
        raise BadFile(f"{path}: not a network, or a damaged one")
    _, width, buckets, _, qb, scale, of_features, data_hash = struct.unpack(HEADER, raw[len(MAGIC) : start])
    if of_features != fnv1a(features.text.encode()):
        raise BadFile(f"{path}: a network with other features than those of {features.game}")
    place = start + NAME_SIZE

    def numbers(kind, *shape):
        nonlocal place
        found = np.frombuffer(raw, kind, math.prod(shape), place).reshape(shape).astype(np.int64)
        place += found.size * np.dtype(kind).itemsize
        return found

    hidden, bias = numbers("<i2", features.inputs, width), numbers("<i2", width)
    output, output_bias = numbers("<i2", buckets, 2 * width), numbers("<i4", buckets)
    return Quantized(features, hidden, bias, output, output_bias, qb, scale, data_hash)


def fnv1a(data):
    state = 0xCBF29CE484222325
    for byte in data:
        state = (state ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return state


def quantize(network, scale, data_hash):
    """Rounds a network, with the finest unit in which the largest weight of the outputs fits."""
    array = lambda tensor: tensor.detach().cpu().double().numpy()
    output = array(network.output)
    qb = int(min(LARGEST / max(np.abs(output).max(), 1e-9), 4096))
    rounded = lambda values, unit: np.rint(values * unit).astype(np.int64)
    found = Quantized(
        features=network.features,
        hidden=rounded(array(network.hidden), QA),
        bias=rounded(array(network.bias), QA),
        output=rounded(output.T, qb),
        output_bias=rounded(array(network.output_bias), QA * QA * qb),
        qb=qb,
        scale=round(scale),
        data_hash=int(data_hash[:16], 16),
    )
    check(found)
    return found


def check(net):
    """No sum can overflow: what the engine checks when it reads the file."""
    if np.abs(net.hidden).max() * net.features.pieces + np.abs(net.bias).max() > 32_767:
        raise ValueError("a weight of the hidden layer is too large: train with a smaller clip")
    sums = np.abs(net.output).sum(1) * QA * QA + np.abs(net.output_bias)
    if np.abs(net.output).max() > LARGEST or sums.max() > 2**31 - 1:
        raise ValueError("a weight of the output layer is too large: train with a smaller clip")


def vectors(net, positions, which):
    """Positions and their scores, one a line: the words of the own view in hexadecimal, then the score."""
    words = net.features.words
    inputs = unpack(net.features, positions.packed[which]).reshape(len(which), net.features.sets, net.features.bits)
    padded = np.zeros((len(which), net.features.sets, words * 64), np.uint8)
    padded[:, :, : net.features.bits] = inputs
    sets = np.packbits(padded, axis=2, bitorder="little").reshape(len(which), -1).view("<u8")
    scores = net.evaluate(positions, which)
    return "".join(" ".join([*(f"{word:x}" for word in row), str(score)]) + "\n" for row, score in zip(sets, scores))

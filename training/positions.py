"""Positions to learn from: files of records, as `engines/network/src/records.rs` describes them."""
import hashlib
import json
from dataclasses import dataclass

import numpy as np

HEADER_SIZE = 256
# The bits, the number of ones and the reversed bits of each byte.
BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
ONES = BITS.sum(1, dtype=np.uint8)
REVERSED = np.packbits(BITS, axis=1).reshape(-1)


class BadFile(Exception):
    """A file that holds no records, or not those of the game."""


@dataclass
class Features:
    """What a network sees of a game; the header of every file of records says it."""

    game: str
    sets: int
    bits: int
    words: int
    turned: str
    pieces: int
    text: str

    @property
    def inputs(self):
        return self.sets * self.bits

    def other_view(self, is_flipped=False):
        """For each input of the own view, its place in the view of the opponent: sides exchanged, board turned, and flipped
        left to right where the king of only one side stands on the files a to d."""
        bits = np.arange(self.bits)
        turned = {"half": self.bits - 1 - bits, "king": bits ^ 56 ^ 7 * is_flipped}[self.turned]
        sets = (np.arange(self.sets) + self.sets // 2) % self.sets
        return (sets[:, None] * self.bits + turned[None, :]).reshape(-1)

    def bucket(self, pieces, buckets):
        return np.minimum(np.maximum(pieces - 1, 0) * buckets // self.pieces, buckets - 1)


@dataclass
class Positions:
    """Distinct positions: the inputs as packed bits, what they are worth, the game each came from."""

    features: Features
    packed: np.ndarray  # uint8, one row per position: the inputs, low bits first
    is_flipped: np.ndarray  # whether the view of the opponent is the other way round; see Features.other_view
    pieces: np.ndarray  # of both sides
    score: np.ndarray  # hundredths, mean over repeats
    result: np.ndarray  # 0 to 1, mean over repeats
    game: np.ndarray
    records: int  # before repeats were dropped
    hash: str  # of the files

    def split(self, one_in):
        """Indices to train on and indices of whole games held out."""
        held_out = mixed(self.game) % np.uint64(one_in) == 0
        return np.flatnonzero(~held_out), np.flatnonzero(held_out)


def mixed(numbers):
    """Numbers of games, mixed, so that the games of one run are not held out in a row."""
    state = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return state ^ (state >> np.uint64(29))


def read_header(raw, path):
    try:
        header = json.loads(raw[:HEADER_SIZE])
        if header["format"] != "damier-positions" or header["version"] != 1:
            raise ValueError
        names = ["game", "sets", "bits", "words", "turned", "pieces"]
        return Features(*[header[name] for name in names], header["features"])
    except (ValueError, KeyError, TypeError):
        raise BadFile(f"{path}: not a file of positions; write one with `damier selfplay`") from None


def read(paths):
    """Reads files of records of one game and merges positions that repeat."""
    features, parts, games, digest = None, [], 0, hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            raw = file.read()
        digest.update(raw)
        found = read_header(raw, path)
        if features not in (None, found):
            raise BadFile(f"{path}: positions of {found.game}, expected {features.game}")
        features = found
        row = np.dtype(
            [("sets", "<u8", (found.sets * found.words,)), ("score", "<i2"), ("result", "u1"), ("flags", "u1"), ("game", "<u4")]
        )
        if (len(raw) - HEADER_SIZE) % row.itemsize:
            raise BadFile(f"{path}: the last record is cut off; write the file again")
        part = np.frombuffer(raw, row, offset=HEADER_SIZE).copy()
        # Every file counts its games from 0.
        part["game"] += games
        games = max(games, int(part["game"].max(initial=0)) + 1)
        parts.append(part)
    rows = np.concatenate(parts)
    if not len(rows):
        raise BadFile(f"{paths[0]}: no positions")
    return distinct(features, rows, digest.hexdigest())


def distinct(features, rows, digest):
    sets, is_flipped = by_kings(features, np.ascontiguousarray(rows["sets"]))
    _, first, which = np.unique(keys_of(sets), return_index=True, return_inverse=True)
    times = np.bincount(which)
    mean = lambda values: (np.bincount(which, values) / times).astype(np.float32)
    packed = pack(features, sets[first])
    return Positions(
        features=features,
        packed=packed,
        is_flipped=is_flipped[first],
        pieces=ONES[packed].sum(1, dtype=np.int64),
        score=mean(rows["score"].astype(np.float64)),
        result=mean(rows["result"] / 2),
        game=rows["game"][first],
        records=len(rows),
        hash=digest,
    )


def by_kings(features, sets):
    """The own views, with the own king on the files e to h where that matters, and whether the other view is flipped then."""
    if features.turned != "king":
        return sets, np.zeros(len(sets), bool)
    left_half = np.uint64(0x0F0F0F0F0F0F0F0F)
    own, other = ((sets[:, place] & left_half) != 0 for place in (features.sets // 2 - 1, features.sets - 1))
    sets = sets.copy()
    sets[own] = REVERSED[sets[own].view(np.uint8)].view(np.uint64)
    return sets, own != other


def keys_of(sets):
    """A hash of each position in 64 bits: sorting whole positions takes minutes. Two of 20 million meet by chance once in 90,000 runs."""
    keys = np.zeros(len(sets), np.uint64)
    for column in sets.T:
        keys = (keys ^ column) * np.uint64(0x9E3779B97F4A7C15)
        keys ^= keys >> np.uint64(32)
        keys *= np.uint64(0xD6E8FEB86659FD93)
        keys ^= keys >> np.uint64(29)
    return keys


def pack(features, sets):
    """The bits that the board uses, without gaps: less to keep and to multiply."""
    parts = []
    for start in range(0, len(sets), 1 << 18):
        raw = np.ascontiguousarray(sets[start : start + (1 << 18)]).view(np.uint8)
        bits = np.unpackbits(raw, axis=1, bitorder="little").reshape(len(raw), features.sets, features.words * 64)
        used = bits[:, :, : features.bits].reshape(len(raw), features.inputs)
        parts.append(np.packbits(used, axis=1, bitorder="little"))
    return np.concatenate(parts)


def unpack(features, packed):
    """The inputs as zeros and ones."""
    return np.unpackbits(packed, axis=1, count=features.inputs, bitorder="little")

"""Fits the patterns of international draughts to positions of games of `damier selfplay international`.

    cargo run --release -p tuning --bin draughts_games -- international.games --output positions.bin

    python3 tuning/fit_patterns.py positions.bin engines/eval/weights/international.bin [seconds]

Needs PyTorch. Only positions without kings count. Prints what a man is worth with many pieces and with few, for
`engines/eval/src/draughts/weights.rs`.
"""
import sys
import time

import numpy as np
import torch

ROWS, WIDTH, CELLS, STATES = 10, 5, 8, 3**8
SQUARES = ROWS * WIDTH
ROW = np.dtype([("wm", "<u8"), ("bm", "<u8"), ("wk", "<u8"), ("bk", "<u8"), ("turn", "u1"), ("result", "u1"), ("score", "<i2")])
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
# Four rows of two squares; in the order of `patterns.rs`.
WINDOWS = [[(r + i) * WIDTH + c + j for i in range(4) for j in range(2)] for r in range(0, ROWS - 3, 2) for c in range(WIDTH - 1)]
HALF = (len(WINDOWS) + 1) // 2
POWERS = torch.tensor([3**i for i in range(CELLS)], device=DEVICE, dtype=torch.int32)


def bits(words):
    words = torch.from_numpy(words.astype(np.int64)).to(DEVICE)
    return torch.stack([(words >> i) & 1 for i in range(SQUARES)], 1).to(torch.int16)


def features(rows):
    """Indices of patterns, difference of men and turn, phase, target."""
    white, black = bits(rows["wm"]), bits(rows["bm"])
    columns = []
    for window, cells in enumerate(WINDOWS):
        if window < HALF:
            digits, table = white[:, cells] + 2 * black[:, cells], window
        else:  # the board turned round, with the colors changed: the opposite window, negative
            digits, table = black[:, cells[::-1]] + 2 * white[:, cells[::-1]], len(WINDOWS) - 1 - window
        columns.append((digits.to(torch.int32) * POWERS).sum(1) + table * STATES)
    men = white.sum(1).float() - black.sum(1).float()
    turn = torch.from_numpy(rows["turn"].astype(np.float32) * 2 - 1).to(DEVICE)
    phase = ((white.sum(1) + black.sum(1)) * 32 // SQUARES).clamp(max=32).float() / 32
    result = torch.from_numpy(rows["result"].astype(np.float32)).to(DEVICE) / 2
    score = torch.sigmoid(torch.from_numpy(rows["score"].astype(np.float32)).to(DEVICE) / 120)
    return torch.stack(columns, 1).to(torch.int32), torch.stack([men, turn], 1), phase, 0.75 * result + 0.25 * score


def main():
    source, target = sys.argv[1], sys.argv[2]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30
    rows = np.fromfile(source, dtype=ROW)
    rows = rows[(rows["wk"] | rows["bk"]) == 0]
    rows = rows[np.random.default_rng(1).permutation(len(rows))]
    print(len(rows), "positions without kings")
    parts = [features(rows[i : i + 400_000]) for i in range(0, len(rows), 400_000)]
    index, material, phase, goal = (torch.cat(part) for part in zip(*parts))
    sign = torch.tensor([1.0] * HALF + [-1.0] * (len(WINDOWS) - HALF), device=DEVICE)
    values = torch.zeros(HALF * STATES, 2, device=DEVICE, requires_grad=True)
    counts = torch.tensor([[0.8, 0.8], [0.03, 0.03]], device=DEVICE, requires_grad=True)
    adam = torch.optim.Adam([{"params": [values], "lr": 0.004}, {"params": [counts], "lr": 0.01}])
    loss_of = torch.nn.functional.binary_cross_entropy_with_logits

    def judged(part):
        both = (values[index[part].long()] * sign[None, :, None]).sum(1) + material[part] @ counts
        return both[:, 0] * phase[part] + both[:, 1] * (1 - phase[part])

    batch, kept, least = 65_536, None, float("inf")
    learned = int(len(goal) * 0.97)
    begin = time.time()
    while time.time() - begin < seconds:
        order = torch.randperm(learned, device=DEVICE)
        for first in range(0, learned, batch):
            part = order[first : first + batch]
            loss = loss_of(judged(part), goal[part]) + 3e-7 * (values**2).sum()
            adam.zero_grad()
            loss.backward()
            adam.step()
        with torch.no_grad():
            checked = loss_of(judged(slice(learned, None)), goal[learned:]).item()
        if checked < least:
            least, kept = checked, (values.detach().clone(), counts.detach().clone())
    values, counts = kept
    with torch.no_grad():
        white = torch.cat([judged(slice(i, i + batch)) for i in range(0, len(goal), batch)])
        men = material[:, 0]
        # A man more is worth 100 on the average.
        scale = 100 / ((white * men).sum() / (men * men).sum()).item()
    print(f"loss {least:.5f}, man {(counts[0] * scale).tolist()}, turn {(counts[1] * scale).tolist()}")
    (values * scale).round().to(torch.int16).cpu().numpy().astype("<i2").tofile(target)


main()

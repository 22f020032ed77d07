"""Fits the weights of chess to the samples that `tuning` wrote: logistic regression with PyTorch.

python3 fit.py SAMPLES WEIGHTS.txt

Prints the loss before and after; writes one line "opening ending" for each weight.
"""

import sys

import numpy
import torch

STEPS = 3000
# How much of the target is the result of the game, and how much the score of the search.
RESULT_SHARE = float(__import__("os").environ.get("RS", "0.7"))
# What a score means for the result: one pawn in this many hundredths.
SCALE = 200.0


def main(folder, output):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    weights = torch.tensor(numpy.loadtxt(f"{folder}/weights.txt"), dtype=torch.float32, device=device)
    count = weights.shape[0]
    terms = numpy.fromfile(f"{folder}/terms.i8", dtype=numpy.int8).reshape(-1, count)
    values = numpy.fromfile(f"{folder}/values.f32", dtype=numpy.float32).reshape(-1, 6)
    terms = torch.tensor(terms, device=device).float()
    phase, scale, fixed_opening, fixed_ending, score, result = (
        torch.tensor(column.copy(), device=device) for column in values.T
    )
    target = RESULT_SHARE * result + (1 - RESULT_SHARE) * torch.sigmoid(score / SCALE)
    # The last games are held out: positions of one game are too much alike to be split.
    split = len(target) * 19 // 20

    start = weights.clone()
    weights = weights.clone().requires_grad_()
    seen = terms.abs().float().sum(0)
    optimizer = torch.optim.Adam([weights], lr=1.0)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)

    def loss(part):
        rows = slice(None, split) if part == "train" else slice(split, None)
        sums = terms[rows] @ weights
        opening = sums[:, 0] + fixed_opening[rows]
        ending = (sums[:, 1] + fixed_ending[rows]) * scale[rows]
        evaluation = opening * phase[rows] + ending * (1 - phase[rows])
        return torch.nn.functional.binary_cross_entropy_with_logits(evaluation / SCALE, target[rows])

    with torch.no_grad():
        print(f"{len(target)} positions; before: {loss("train"):.5f}, held out {loss("held out"):.5f}")
    for step in range(STEPS):
        optimizer.zero_grad()
        # Weights that the games say little about stay near where they were.
        pull = ((weights - start) ** 2).mean() * float(__import__("os").environ.get("L2", "1e-7"))
        value = loss("train") + pull
        value.backward()
        optimizer.step()
        schedule.step()
    with torch.no_grad():
        print(f"after: {loss("train"):.5f}, held out {loss("held out"):.5f}")
    final = weights.detach().round().int().cpu().numpy()
    final[(seen == 0).cpu().numpy()] = start.round().int().cpu().numpy()[(seen == 0).cpu().numpy()]
    numpy.savetxt(output, final, fmt="%d")


if __name__ == "__main__":
    main(*sys.argv[1:])

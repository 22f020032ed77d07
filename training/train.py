"""Trains a network on positions of `damier selfplay` and writes it for the engine.

    python training/train.py POSITIONS... --output FOLDER

The folder gets NAME.net, NAME.vectors (positions with the scores that the engine must give), NAME.json (data, settings, losses,
hash) and NAME.png (the learning curve). Needs PyTorch; uses a GPU where there is one.
"""
import argparse
import hashlib
import json
import os
import sys
import time

import numpy as np
import torch

import quantized
from network import train
from positions import BadFile, read


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("positions", nargs="+", help="files of records, all of one game")
    add("--output", required=True, help="the folder for the network")
    add("--width", type=int, default=32, choices=[16, 32, 64, 128], help="hidden neurons for each view")
    add("--buckets", type=int, default=8, help="outputs, chosen by the number of pieces")
    add("--steps", type=int, default=8_000)
    add("--learning-rate", type=float, default=1e-3, help="the highest one; it rises for 100 steps and falls to 1e-5")
    add("--start", metavar="NET", help="start from the weights of this network of the same game, width, buckets and scale")
    add("--batch", type=int, default=16_384)
    add("--scale", type=float, default=150, help="hundredths in the unit of the sigmoid (K)")
    add("--result-weight", type=float, default=0.0, help="the share of the result in the target (w), the rest is the score")
    add("--hold-out", type=int, default=50, help="one game in this many is not trained on")
    add("--seed", type=int, default=1)
    add("--threads", type=int, default=2, help="processor threads")
    add("--report", type=int, default=1_000, help="steps between losses on held-out games")
    return parser.parse_args()


def loss_of_integers(net, positions, settings, which):
    score = net.evaluate(positions, which)
    sigmoid = lambda values: 1 / (1 + np.exp(-values / settings.scale))
    weight = settings.result_weight
    target = weight * positions.result[which] + (1 - weight) * sigmoid(positions.score[which])
    return float(np.mean((sigmoid(score) - target) ** 2))


def draw(curve, title, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    steps, training, held_out = zip(*curve)
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot(steps, training, label="training")
    axes.plot(steps, held_out, label="games held out")
    axes.set(title=title, xlabel="step", ylabel="squared error", yscale="log")
    axes.legend()
    figure.savefig(path, dpi=120, bbox_inches="tight")


def main():
    settings = arguments()
    torch.set_num_threads(settings.threads)
    began = time.monotonic()
    positions = read(settings.positions)
    game = positions.features.game
    print(f"{game}: {positions.records} positions, {len(positions.game)} distinct, {len(np.unique(positions.game))} games")
    start = settings.start and quantized.from_file(settings.start, positions.features)
    if start and (start.hidden.shape[1], len(start.output), start.scale) != (settings.width, settings.buckets, settings.scale):
        width, buckets = start.hidden.shape[1], len(start.output)
        raise BadFile(f"{settings.start}: trained with --width {width} --buckets {buckets} --scale {start.scale}; say the same")
    network, curve = train(positions, settings, start)
    net = quantized.quantize(network, settings.scale, positions.hash)
    _, held_out = positions.split(settings.hold_out)
    rounded_loss = loss_of_integers(net, positions, settings, held_out)
    content = net.to_bytes()
    os.makedirs(settings.output, exist_ok=True)
    path = lambda ending: os.path.join(settings.output, f"{game}.{ending}")
    with open(path("net"), "wb") as file:
        file.write(content)
    random = np.random.default_rng(settings.seed)
    with open(path("vectors"), "w") as file:
        file.write(quantized.vectors(net, positions, random.choice(held_out, min(500, len(held_out)), replace=False)))
    settings.start = settings.start and hashlib.sha256(open(settings.start, "rb").read()).hexdigest()
    run = {
        "game": game,
        "features": positions.features.text,
        "data": [os.path.basename(name) for name in settings.positions],
        "data_sha256": positions.hash,
        "positions": positions.records,
        "distinct": len(positions.game),
        "games": len(np.unique(positions.game)),
        "settings": {name: value for name, value in vars(settings).items() if name not in ("positions", "output", "threads")},
        "qb": net.qb,
        "loss_held_out": curve[-1][2],
        "loss_held_out_integers": rounded_loss,
        "mean_absolute_score": float(np.abs(net.evaluate(positions, held_out)).mean()),
        "curve": curve,
        "seconds": round(time.monotonic() - began),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    with open(path("json"), "w") as file:
        json.dump(run, file, indent=1)
        file.write("\n")
    print(f"held out: {curve[-1][2]:.3e} trained, {rounded_loss:.3e} in whole numbers (QB {net.qb}); {path('net')}")
    try:
        draw(curve, f"{game}, {len(positions.game)} positions", path("png"))
    except ImportError:
        print("no learning curve: matplotlib is not installed", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except (BadFile, OSError) as error:
        sys.exit(f"error: {error}")

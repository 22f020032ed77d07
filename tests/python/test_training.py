"""The trainer in `training/`, on a tiny data set. Without PyTorch, which is large, it is not tested."""
import json
import os
import subprocess
import sys
import tempfile
import types
import unittest

TRAINING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "training")
sys.path.insert(0, TRAINING)
try:
    import numpy as np
    import torch

    import network
    import positions
    import quantized
except ImportError as missing:
    torch = None
    print(f"skipped: the trainer is not tested, since {missing.name} is not installed", file=sys.stderr)

ENGLISH = {
    "format": "damier-positions", "version": 1, "game": "english", "sets": 4, "words": 1, "bits": 35, "turned": "half",
    "pieces": 24, "features": "4 sets of 35 bits, turned half, 24 pieces",
}
CHESS = {**ENGLISH, "game": "chess", "sets": 12, "bits": 64, "turned": "king", "pieces": 32}
SQUARES = [row // 2 * 9 + row % 2 * 4 + place for row in range(8) for place in range(4)]


def features_of(header):
    return positions.Features(*[header[name] for name in ["game", "sets", "bits", "words", "turned", "pieces", "features"]])


def record_file(header, sets, score, result, game):
    row = np.dtype([("sets", "<u8", (sets.shape[1],)), ("score", "<i2"), ("result", "u1"), ("flags", "u1"), ("game", "<u4")])
    rows = np.zeros(len(sets), row)
    rows["sets"], rows["score"], rows["result"], rows["game"] = sets, score, result, game
    return (json.dumps(header).ljust(255) + "\n").encode() + rows.tobytes()


def men_and_kings(count, seed=1):
    """Random positions of English draughts, worth a hundred for each man and 150 for each king."""
    random = np.random.default_rng(seed)
    sets = np.zeros((count, 4), np.uint64)
    for row in sets:
        squares = random.permutation(SQUARES)[: random.integers(4, 20)]
        for square in squares:
            row[random.choice(4, p=[0.4, 0.1, 0.4, 0.1])] |= np.uint64(1) << np.uint64(square)
    own_men, own_kings, men, kings = np.bitwise_count(sets).astype(np.int64).T
    score = 100 * (own_men - men) + 150 * (own_kings - kings)
    return sets, score, np.sign(score) + 1, np.arange(count) // 20


@unittest.skipUnless(torch, "PyTorch is not installed")
class TrainingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def train(self, *arguments):
        command = [sys.executable, os.path.join(TRAINING, "train.py"), "--output", self.folder, "--threads", "1", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=200)

    def test_positions_are_read_and_repeats_merged(self):
        sets, score, result, game = men_and_kings(50)
        twice = [np.concatenate([column, column]) for column in (sets, score, result, game)]
        twice[1][50:] += 10
        found = positions.read([self.write("a.bin", record_file(ENGLISH, *twice))])
        self.assertEqual((found.records, len(found.game)), (100, 50))
        order = np.argsort(sets @ np.array([1, 3, 5, 7], np.uint64))
        padded = np.zeros((50, 4, 64), np.uint8)
        padded[:, :, :35] = positions.unpack(found.features, found.packed).reshape(50, 4, 35)
        words = np.packbits(padded, axis=2, bitorder="little").reshape(50, -1).view("<u8")
        again = np.argsort(words @ np.array([1, 3, 5, 7], np.uint64))
        np.testing.assert_array_equal(words[again], sets[order])
        np.testing.assert_array_equal(found.score[again], score[order] + 5)
        np.testing.assert_array_equal(found.pieces[again], np.bitwise_count(sets[order]).sum(1))

    def test_whole_games_are_held_out(self):
        found = positions.read([self.write("a.bin", record_file(ENGLISH, *men_and_kings(4_000)))])
        training, held_out = found.split(10)
        self.assertEqual(len(training) + len(held_out), len(found.game))
        self.assertFalse(set(found.game[training]) & set(found.game[held_out]))
        self.assertTrue(0.03 < len(held_out) / len(found.game) < 0.3, len(held_out))

    def test_games_of_several_files_are_told_apart(self):
        paths = [self.write(f"{seed}.bin", record_file(ENGLISH, *men_and_kings(40, seed))) for seed in (1, 2, 3)]
        self.assertEqual(set(positions.read(paths).game), set(range(6)))

    def test_bad_files_give_one_line(self):
        good = record_file(ENGLISH, *men_and_kings(10))
        other = record_file({**ENGLISH, "game": "russian"}, *men_and_kings(10))
        for files, message in [
            ([b"PK"], "not a file of positions"),
            ([good[:-1]], "the last record is cut off"),
            ([good[:256]], "no positions"),
            ([good, other], "positions of russian, expected english"),
        ]:
            paths = [self.write(f"{index}.bin", content) for index, content in enumerate(files)]
            done = self.train(*paths)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
            self.assertIn(message, done.stderr)

    def test_views_of_both_sides_are_each_others(self):
        for header, is_flipped in [(ENGLISH, False), (CHESS, False), (CHESS, True)]:
            other = features_of(header).other_view(is_flipped)
            np.testing.assert_array_equal(other[other], np.arange(len(other)))
            self.assertFalse((other == np.arange(len(other))).any())

    def test_chess_is_the_same_on_both_wings(self):
        random = np.random.default_rng(1)
        squares = np.array([random.permutation(64)[:12] for _ in range(100)])
        # The own king stands on the files a to d in half of the positions.
        squares = squares[(squares[:, 5] % 8 < 4).argsort()]
        left = np.uint64(1) << squares.astype(np.uint64)
        right = np.uint64(1) << (squares ^ 7).astype(np.uint64)
        (own, own_flipped), (mirrored, mirrored_flipped) = (positions.by_kings(features_of(CHESS), sets) for sets in (left, right))
        np.testing.assert_array_equal(own, mirrored)
        np.testing.assert_array_equal(own_flipped, mirrored_flipped)
        self.assertTrue((np.log2(own[:, 5]) % 8 >= 4).all())
        np.testing.assert_array_equal(own_flipped, np.log2(own[:, 11]) % 8 < 4)

    def test_a_network_learns_what_pieces_are_worth(self):
        path = self.write("a.bin", record_file(ENGLISH, *men_and_kings(6_000)))
        done = self.train(path, "--steps", "400", "--batch", "512", "--width", "16", "--report", "100", "--hold-out", "10")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.folder, "english.json")) as file:
            run = json.load(file)
        self.assertLess(run["loss_held_out"], run["curve"][0][2] / 2)
        self.assertLess(abs(run["loss_held_out_integers"] - run["loss_held_out"]), run["loss_held_out"] * 0.02)
        with open(os.path.join(self.folder, "english.vectors")) as file:
            vectors = [line.split() for line in file]
        words = np.array([[int(word, 16) for word in vector[:-1]] for vector in vectors], np.uint64)
        own_men, own_kings, men, kings = np.bitwise_count(words).astype(np.int64).T
        worth = 100 * (own_men - men) + 150 * (own_kings - kings)
        correlation = np.corrcoef(worth, [int(vector[-1]) for vector in vectors])[0, 1]
        self.assertGreater(correlation, 0.9)
        net = os.path.join(self.folder, "english.net")
        self.check_program(net, path)
        self.check_start(net, path, run["loss_held_out"])

    def check_start(self, net, path, loss):
        """Training goes on from the weights of a network, if they fit."""
        features = features_of(ENGLISH)
        again = network.Network(features, 16, 8)
        numbers = quantized.from_file(net, features)
        again.start_from(numbers)
        for weights, unit, expected in [
            (again.hidden, quantized.QA, numbers.hidden),
            (again.bias, quantized.QA, numbers.bias),
            (again.output, numbers.qb, numbers.output.T),
            (again.output_bias, quantized.QA**2 * numbers.qb, numbers.output_bias),
        ]:
            np.testing.assert_allclose(weights.detach().numpy() * unit, expected, rtol=1e-6)
        with open(net, "rb") as file:
            raw = file.read()

        settings = ["--steps", "1", "--batch", "512", "--width", "16", "--report", "1", "--hold-out", "10", "--learning-rate", "1e-5"]
        done = self.train(path, *settings, "--start", net)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.folder, "english.json")) as file:
            self.assertAlmostEqual(json.load(file)["loss_held_out"], loss, delta=loss * 0.02)

        damaged = self.write("damaged.net", raw[:-1])
        russian = self.write("russian.bin", record_file({**ENGLISH, "game": "russian", "features": "others"}, *men_and_kings(10)))
        for arguments, message in [
            ([path, "--start", damaged], "damaged.net: not a network, or a damaged one"),
            ([russian, "--start", net], "a network with other features than those of russian"),
            ([path, "--start", net, "--width", "64"], "trained with --width 16 --buckets 8 --scale 150; say the same"),
        ]:
            done = self.train(*arguments)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
            self.assertIn(message, done.stderr)

    def check_program(self, net, path):
        """The program reads the network and evaluates the start position as the integers here do."""
        program = os.environ.get("DAMIER")
        if not program:
            return
        start = np.zeros((1, 4), np.uint64)
        start[0, 0] = sum(1 << square for square in SQUARES[20:])
        start[0, 2] = sum(1 << square for square in SQUARES[:12])
        features = positions.read([path]).features
        seen = types.SimpleNamespace(packed=positions.pack(features, start), pieces=np.array([24]), is_flipped=np.array([False]))
        quantity = quantized.from_file(net, features).evaluate(seen, np.array([0]))
        command = [program, "analyse", "english", "--eval-file", net, "--explain", "--json", "--depth", "1"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        # Black moves first.
        self.assertEqual(json.loads(done.stdout.splitlines()[0])["evaluation"], {"hundredths": -int(quantity[0])})

"""pydraughts plays against the engine over Hub."""

import os
import unittest

import draughts
import draughts.engine
from draughts.convert import _rotate_move

DAMIER = os.environ["DAMIER"]

# Its names of games, and what Hub calls them.
VARIANTS = {
    "standard": "normal",
    "english": "english",
    "italian": "italian",
    "turkish": "turkish",
    "russian": "russian",
    "brazilian": "brazilian",
    "frisian": "frisian",
    "frysk!": "frysk",
    "antidraughts": "losing",
    "breakthrough": "bt",
}


def think(engine, board, **limit):
    """The move of the engine, as a legal move of the board; fails if it is none.

    The method `play` of pydraughts 0.6.7 sends positions in numbers of its own, but moves in the numbers of the game,
    which are others in English, Russian, Brazilian and Turkish draughts: here both are in its own.
    """
    moves = " ".join(_rotate_move(move.hub_move, variant=board.variant) for move in board.move_stack)
    best, _ = engine.go(board._game.initial_hub_fen, moves=moves, **limit)
    return draughts.Move(board, hub_move=_rotate_move(best, variant=board.variant))


class Hub(unittest.TestCase):
    def start(self, variant):
        engine = draughts.engine.HubEngine([DAMIER, "hub"])
        self.addCleanup(engine.kill_process)
        self.assertEqual(engine.id["name"], "Damier")
        self.assertIn(variant, engine.variants)
        engine.configure({"variant": variant, "hash": 4})
        engine.init()
        return engine

    def test_games(self):
        for name, variant in VARIANTS.items():
            with self.subTest(name):
                engine = self.start(variant)
                board = draughts.Board(variant=name)
                while not board.is_over() and len(board.move_stack) < 50:
                    board.push(think(engine, board, nodes=300))
                engine.quit()

    def test_limits(self):
        engine = self.start("normal")
        board = draughts.Board()
        for limit in [{"time": 2, "inc": 0.1}, {"time": 2}, {"movetime": 0.05}, {"depth": 3}, {"nodes": 500}]:
            result = engine.play(board, draughts.engine.Limit(**limit), ponder=False)
            self.assertIn("depth", result.info)
            self.assertIn("cp", result.info["score"])
            self.assertIsNotNone(result.ponder)
            board.push(result.move)
        engine.quit()

    def test_a_win_is_told_in_moves(self):
        engine = self.start("normal")
        board = draughts.Board(fen="W:W32:B28")
        result = engine.play(board, draughts.engine.Limit(depth=4), ponder=False)
        self.assertEqual(result.move.hub_move, "32x23x28")
        self.assertEqual(result.info["score"], {"win": 1})
        engine.ping()
        engine.quit()


if __name__ == "__main__":
    unittest.main()

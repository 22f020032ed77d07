"""pydraughts plays against the engine over DamExchange."""

import json
import os
import random
import subprocess
import time
import types
import unittest

import draughts
import draughts.engine
from draughts.engines.dxp_communication import dxp_classes

DAMIER = os.environ["DAMIER"]

# pydraughts 0.6.7 sleeps for seven seconds before it closes a connection.
dxp_classes.time = types.SimpleNamespace(sleep=lambda seconds: time.sleep(0.05))


class Engine(draughts.engine.DXPEngine):
    """pydraughts 0.6.7 waits forever for a move, even when the opponent has ended the game."""

    def _recv_move(self):
        begin = time.monotonic()
        while time.monotonic() < begin + 30:
            if self.receiver.last_move_changed:
                return self.receiver.last_move
            if not self.sender.current.started:
                return None
            time.sleep(0.0005)
        raise TimeoutError


class Dxp(unittest.TestCase):
    def play(self, seed, fen="startpos"):
        """Plays random moves; gives the board and what the engine says about the game."""
        command = [DAMIER, "dxp", "--listen", "127.0.0.1:0", "--once", "--json", "--move-time", "0.06", "--hash", "4"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        port = process.stderr.readline().strip().rsplit(":", 1)[1]
        engine = Engine(options={"engine-opened": True, "port": port}, initial_time=120)
        board, moves = draughts.Board(fen=fen), random.Random(seed)
        # pydraughts reads one message at a time, so that the answer to its request and a first move of the engine
        # would be taken for one: it moves first itself.
        while not board.is_over():
            board.push(moves.choice(board.legal_moves()))
            # The side to move ends a game: the engine is told of the last move, too.
            result = engine.play(board)
            if result.move is None:
                break
            board.push(result.move)
        self.assertEqual(engine.id["name"].split()[0], "Damier")
        engine.quit()
        output, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 0, errors)
        return board, json.loads(output)

    def read_back(self, moves):
        """The moves of a record as Hub writes them."""
        board = draughts.Board()
        for text in moves:
            board.push(draughts.Move(board, pdn_move=text))
        return [move.hub_move for move in board.move_stack]

    def test_games(self):
        for seed in range(2):
            with self.subTest(seed):
                board, game = self.play(seed)
                self.assertEqual(self.read_back(game["moves"]), [move.hub_move for move in board.move_stack])
                self.assertEqual((game["color"], game["opponent"]), ("black", "DXP Client"))
                # Random moves lose; the loser is to move and ends the game, without saying why.
                self.assertEqual(board._game.get_winner(), draughts.BLACK, game)
                self.assertIn("black wins", game["reason"])

    def test_a_game_that_the_engine_ends(self):
        # White takes the last piece.
        _, game = self.play(0, "W:W32:B28")
        self.assertEqual((game["result"], game["moves"]), ("2-0", ["32x23"]))
        self.assertIn("white wins", game["reason"])


if __name__ == "__main__":
    unittest.main()

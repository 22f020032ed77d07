"""python-chess plays against the engine over UCI."""

import os
import unittest

import chess
import chess.engine

DAMIER = os.environ["DAMIER"]


def start():
    return chess.engine.SimpleEngine.popen_uci([DAMIER, "uci"], timeout=60)


def play(engine, board, limit, most_plies=400):
    """Plays a game of the engine with itself; python-chess refuses illegal moves."""
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < most_plies:
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        board.push(result.move)
    return board


class Uci(unittest.TestCase):
    def test_whole_games(self):
        with start() as engine:
            engine.configure({"Hash": 4})
            for limit in [chess.engine.Limit(nodes=600), chess.engine.Limit(depth=2)]:
                board = play(engine, chess.Board(), limit)
                self.assertTrue(board.is_game_over(claim_draw=True) or board.ply() == 400, board.fen())

    def test_clocks(self):
        with start() as engine:
            board = chess.Board()
            clocks = {chess.WHITE: 2.0, chess.BLACK: 2.0}
            for _ in range(30):
                limit = chess.engine.Limit(
                    white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.01, black_inc=0.01
                )
                result = engine.play(board, limit, info=chess.engine.INFO_BASIC)
                clocks[board.turn] -= result.info.get("time", 0) - 0.01
                board.push(result.move)
            self.assertGreater(min(clocks.values()), 0)

    def test_chess960(self):
        with start() as engine:
            for number in [0, 518, 959]:
                board = chess.Board.from_chess960_pos(number)
                play(engine, board, chess.engine.Limit(nodes=200), most_plies=60)
            # Kings and rooks are exchanged on the spot, and castling is the only way out.
            board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
            castling = chess.Move.from_uci("f1g1")
            self.assertIn(castling, board.legal_moves)
            result = engine.play(board, chess.engine.Limit(depth=3), root_moves=[castling])
            self.assertEqual(result.move, castling)

    def test_analysis_of_several_lines(self):
        with start() as engine:
            board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
            lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
            self.assertEqual([line["multipv"] for line in lines], [1, 2, 3])
            self.assertEqual(lines[0]["pv"][0], chess.Move.from_uci("f3f7"))
            self.assertEqual(lines[0]["score"].relative, chess.engine.Mate(1))
            scores = [line["score"].relative for line in lines]
            self.assertEqual(scores, sorted(scores, reverse=True))
            engine.configure({"UCI_ShowWDL": True})
            info = engine.analyse(chess.Board(), chess.engine.Limit(depth=3))
            self.assertEqual(sum(info["wdl"].relative), 1000)

    def test_infinite_analysis_is_stopped(self):
        with start() as engine, engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
            analysis.stop()
            self.assertIsNotNone(analysis.wait().move)

    def test_pondering(self):
        with start() as engine:
            board = chess.Board()
            for _ in range(6):
                result = engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
                board.push(result.move)
                if result.ponder in board.legal_moves:
                    board.push(result.ponder)

    def test_limited_strength(self):
        with start() as engine:
            engine.configure({"UCI_LimitStrength": True, "UCI_Elo": engine.options["UCI_Elo"].min})
            play(engine, chess.Board(), chess.engine.Limit(time=5), most_plies=20)

    def test_mate_and_stalemate(self):
        with start() as engine:
            for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]:
                self.assertIsNone(engine.play(chess.Board(fen), chess.engine.Limit(depth=3)).move)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env bash
# Fills corpus/ with seeds: those in seeds/, and the positions of the perft suites.
set -euo pipefail
cd "$(dirname "$0")"
# In the order of `fuzz::run`: the first byte chooses the variant.
games=(international russian frisian italian canadian turkish thai breakthrough killer spanish)
for target in fen move_text hop_by_hop key hub chess_fen chess_san chess_uci chess_legal chess_key record convert; do
    mkdir -p "corpus/$target"
    if [ -d "seeds/$target" ]; then cp seeds/"$target"/* "corpus/$target/"; fi
done
for index in "${!games[@]}"; do
    game=${games[$index]}
    grep -hv '^#' ../testdata/perft/draughts/"$game"*.epd | sed 's/ *;.*//' | grep . | sort -u | head -n 60 |
        nl -w1 -s ' ' | while read -r number fen; do
            # For `fen` the byte 0 says that the text follows, for the others 2 says it of the position.
            printf "\\x0$index\\x00%s" "$fen" >"corpus/fen/$game-$number"
            printf "\\x0$index\\x02%s\n\\x00\\x01\\x00" "$fen" >"corpus/move_text/$game-$number"
            printf "\\x0$index\\x02%s\n\\x00\\x00\\x00\\x02\\x00\\x02\\x01\\x02\\x00" "$fen" \
                >"corpus/hop_by_hop/$game-$number"
            printf "\\x0$index\\x02%s\n\\x02\\x01\\x00" "$fen" >"corpus/key/$game-$number"
            printf "\\x0$index\\x02\\x02%s\n\\x00\\x00\\x00" "$fen" >"corpus/hub/$game-$number"
        done
done
# Chess: the first byte chooses chess or Chess960, then as above.
for suite in ../testdata/perft/chess/*.epd; do
    name=$(basename "$suite" .epd)
    mode=$([[ $name == *960* ]] && echo 1 || echo 0)
    grep -v '^#' "$suite" | sed 's/ *;.*//' | grep . | head -n 40 |
        nl -w1 -s ' ' | while read -r number fen; do
            printf "\\x0$mode\\x00%s" "$fen" >"corpus/chess_fen/$name-$number"
            printf "\\x0$mode\\x02%s\n\\x00\\x01\\x00" "$fen" >"corpus/chess_san/$name-$number"
            printf "\\x0$mode\\x02%s\n\\x00\\x01\\x00" "$fen" >"corpus/chess_uci/$name-$number"
            # `chess_legal` asks first whether to be strict.
            printf "\\x0$mode\\x01\\x02%s\n\\x02\\x01\\x00" "$fen" >"corpus/chess_legal/$name-$number"
            printf "\\x0$mode\\x02%s\n\\x02\\x01\\x00" "$fen" >"corpus/chess_key/$name-$number"
        done
done

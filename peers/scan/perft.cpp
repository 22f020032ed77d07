// Counts the move sequences of a start position with the generator of Scan, several times:
//
//     perft VARIANT DEPTH ROUNDS        such as: perft frisian 9 5
//
// Prints the nodes and the million nodes per second of processor time of each round. The moves of the last ply are listed
// and counted, not played: Scan has no faster way.

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "bit.hpp"
#include "gen.hpp"
#include "hash.hpp"
#include "list.hpp"
#include "pos.hpp"
#include "var.hpp"

static std::uint64_t count(const Pos & pos, int depth) {
   List list;
   gen_moves(list, pos);
   if (depth == 1) return list.size();
   std::uint64_t total = 0;
   for (Move mv : list) total += count(pos.succ(mv), depth - 1);
   return total;
}

int main(int argc, char * argv[]) {
   if (argc != 4) return EXIT_FAILURE;
   var::init();
   var::set("variant", argv[1]);
   var::update();
   bit::init();
   hash::init();
   pos::init();
   for (int round = 0; round < std::atoi(argv[3]); round++) {
      std::clock_t start = std::clock();
      std::uint64_t nodes = count(pos::Start, std::atoi(argv[2]));
      double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
      std::cout << nodes << " " << double(nodes) / seconds / 1e6 << std::endl;
   }
}

// What the files share that price a register tile.
#ifndef AUTOTUNE_COSTMODEL_ANALYTICAL_ANALYTICAL_TILE_H
#define AUTOTUNE_COSTMODEL_ANALYTICAL_ANALYTICAL_TILE_H

#include "costmodel/analytical/analytical_ports.h"

// Points of the register tile per iterator (vectors along the vector iterator),
// and what is special about this kind of block.
typedef struct Tile {
  double count[WORKLOAD_MAX_ITERATORS];
  double masked;  // part of the vectors that are masked
  int64_t rest;   // elements beside whole vectors along the vector iterator
  bool at_border; // some lanes of padded inputs are outside the shape
} Tile;

// Operands of the body: what each step of the reduction needs, and what all unrolled steps need
// together when a value is loaded once for all of them.
typedef struct Operands {
  double step[WORKLOAD_MAX_ACCESSES], all[WORKLOAD_MAX_ACCESSES]; // vectors; 0: not an operand
  double loads[WORKLOAD_MAX_ACCESSES]; // of `all`, the part that takes a load of its own
  double per_step, largest;            // sum and maximum of `step`
  double shared;                       // vectors that several steps use
} Operands;

// Vectors that cover `size` points of the vector iterator.
static inline double vector_pieces(int64_t size, int64_t lanes, bool masked) {
  int64_t whole = size / lanes, rest = size % lanes;
  if (rest == 0)
    return (double)whole;
  return (double)(whole + (masked ? 1 : __builtin_popcountll((unsigned long long)rest)));
}

double distinct_positions(const Candidate *candidate, int a, const Tile *tile, uint16_t mask);
void ports_add_slots(double slots, Ports *ports);
void ports_add_loads(const Candidate *candidate, int a, const Tile *tile, double count,
                     Ports *ports);
void ports_add_stores(const Candidate *candidate, int a, const Tile *tile, double count,
                      Ports *ports);
void operands_count(const Candidate *candidate, const Tile *tile, double unroll, Operands *out);
void ports_add_operands(const Candidate *candidate, const Tile *tile, const Operands *operands,
                        double unroll, double free_registers, Ports *ports);

#endif

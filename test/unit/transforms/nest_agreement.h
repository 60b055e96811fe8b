// Agreement of a LoopNest with the loops found in rewritten code.
//
// The emitter reads the nest too, so the loops of the nest are first compared with the knobs. Then
// the nest is compared with the code, loop by loop from the outermost in:
// - Each trip covers exactly `step` iterations of the loop's iterator, from where the one before
//   ended, to the end of the range that the loops around it leave; a whole loop has `trips` trips.
// - The code of a loop may be in parts: the main part, a loop where it has two trips or more, and
//   the remainder, a tile of its own; the last trip where the schedule pads. Along an iterator that
//   moves the index of a padded input read in place, parts may also be border tiles. The trips of
//   the parts in order are those of the loop.
// - Loops of BAND_KERNEL, and no others, carry accumulators in vectors.
// - Packed buffers are filled inside `depth` loops, once for each tile there; shape, bytes, the
//   elements filled and the place of every element are those of the nest.
// - From one trip to the next, the accesses of the body move through each buffer (the packed one,
//   if packed) by what the layout says; the result does likewise.
// - The elements of each buffer touched in one trip of full size span access_footprint.
// - The straight-line code in the middle covers one register tile. In that of full size:
//   accumulators, lanes, operations and reads are those of the nest.
// - A panel that a dot product reads has its neighbours side by side, and zeros for those beyond
// the
//   extent; its kernel has as many dot products, and sums of single operands, as the nest.
// - After everything else inside `sweep_depth` loops, the loops of the sweep store each result of
// the
//   tile once, in vectors along `sweep_vector`, and read nothing for the body.
// - A panel of produced values is one of the operand that it stands for; the producer's other
// inputs
//   are read by the fill alone.
// Taps that meet only padding are left out of the code: where a tile touches the border of a
// padded input that is read in place, its taps are a subset, and strides and counts may differ.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_NEST_AGREEMENT_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_NEST_AGREEMENT_H

#include "plan/loop_nest.h"
#include "test/unit/transforms/nest_from_ir.h"

// How often each thing was compared: a check that never applies would show.
typedef struct AgreementCounts {
  long trips, loops, fills, strides, footprints, kernels, accumulators, evaluations, reads, sweeps,
      produced, interleaved, dots, sums;
} AgreementCounts;

// `operations`: arithmetic operations of one evaluation of the body, -1: not known. On
// disagreement the reason is in `text`.
bool nest_agrees(const NestFromIr *found, const Workload *work, const Schedule *schedule,
                 const LoopNest *nest, int operations, AgreementCounts *counts, char *text,
                 size_t text_size);

#endif

// LoopNest: the loops that a Schedule gives for a Workload, computed without
// IR in about a microsecond. It is the one reading of a schedule: the kernel builder emits
// these loops, the cost models score them, and a property test compares them
// with what is found in the rewritten IR.
#ifndef AUTOTUNE_PLAN_LOOP_NEST_H
#define AUTOTUNE_PLAN_LOOP_NEST_H

#include "plan/dot_product.h"
#include "plan/schedule.h"

enum {
  // per iterator: two tile loops, one register or kernel loop, one unrolled, one vector, one sweep
  LOOP_NEST_MAX_LOOPS = 6 * WORKLOAD_MAX_ITERATORS,
  LOOP_NEST_MAX_PACKS = 4,
  PACK_MAX_RANK = WORKLOAD_MAX_ITERATORS + 2,
};

typedef enum LoopBand {
  BAND_TILE_OUTER, // Schedule.tile[0]
  BAND_TILE_INNER, // Schedule.tile[1]
  BAND_REGISTER,   // parallel iterators in steps of block
  BAND_KERNEL,     // reduction iterators, accumulators live in registers across these
  BAND_UNROLLED,   // points of the register tile and unrolled reductions: straight-line code
  BAND_VECTOR,     // lanes
  BAND_SWEEP,      // epilogue over an output tile
} LoopBand;

typedef struct Loop {
  uint8_t iterator;
  uint8_t band;  // LoopBand
  int64_t span;  // iterations of the iterator covered by one run of the whole loop (<= extent)
  int64_t step;  // iterations of the iterator covered by one trip
  int64_t trips; // ceil(span / step); always >= 2, loops of one trip are left out
} Loop;

// How a packed dimension is walked.
typedef enum PackDimKind {
  PACK_DIM_ITERATOR, // one iterator in the range it has inside the packing place
  PACK_DIM_TILE,     // iterator / factor: which register tile, or which part of one
  PACK_DIM_LANE,     // iterator % factor: innermost, contiguous; of a dot product `interleave`
                     // neighbours along its reduction each: `group` of them side by side, then
                     // those of the next lane
  PACK_DIM_GROUP,    // that reduction / factor; beyond the extent the neighbours are 0
  PACK_DIM_INDEX,    // a buffer dimension as it is (IMAGE), range widened by the pad
  PACK_DIM_PHASE,    // buffer dimension modulo the stride of the vector iterator (IMAGE)
  PACK_DIM_QUOTIENT, // buffer dimension divided by that stride (IMAGE)
} PackDimKind;

typedef struct PackDim {
  uint8_t kind;   // PackDimKind
  uint8_t source; // iterator, or buffer dimension for the IMAGE kinds
  int64_t size;   // elements of this dimension, the largest over all tiles
  int64_t factor; // block or a part of it (of tiles their rows) for TILE and LANE, neighbours for
                  // GROUP, stride for PHASE and QUOTIENT, else 1
} PackDim;

// PANEL packs by iterators (operand of a contraction, filter, im2col); IMAGE packs by buffer
// dimensions (the padded input of a convolution), always whole (depth 0).
typedef struct PackedBuffer {
  uint8_t access;
  uint8_t depth; // loops of the nest that enclose the packing
  bool is_image;
  bool is_produced; // holds what fused producers make of the operand (Access.produces)
  ElementType type; // of its elements
  uint8_t cast;     // FactorCast by which they were made of the operand's; 0: they are its own
  bool is_flipped;  // their highest bits are, as the dot product wants them
  int8_t interleave_iterator; // the reduction of PACK_DIM_GROUP, -1
  uint8_t interleave;         // neighbours along it in a lane, 1
  uint8_t group;              // that lie side by side: all of them, but in tiles
  uint8_t rank;
  PackDim dims[PACK_MAX_RANK];       // outermost first
  int64_t origin[WORKLOAD_MAX_RANK]; // IMAGE: index value stored at packed coordinate 0 (<= 0 where
                                     // padded)
  int64_t bytes;
} PackedBuffer;

typedef struct LoopNest {
  uint8_t loop_count;    // all bands, outermost first
  uint8_t serial_count;  // loops of the bands TILE_OUTER .. KERNEL: what becomes scf.for
  uint8_t sweep_count;   // loops[loop_count ..]: those of the sweep that applies the epilogue,
                         // outermost first, run after everything else inside `sweep_depth` loops
  int8_t sweep_depth;    // EPILOGUE_IN_REGISTERS: there is no sweep
  int8_t sweep_vector;   // iterator along which the sweep uses vectors, -1: scalar
  uint8_t pack_count;    // in order of depth
  bool splits_reduction; // a reduction has a tile loop: accumulators travel through the output
                         // buffer
  int32_t accumulators;  // vector registers that hold accumulators in the main kernel
  int32_t operand_registers; // vector registers for operands: all vectors of every input of the
                             // body but the one with the most, of which one at a time is needed
  int32_t lanes;
  DotProduct dot;        // by which products are added up
  int32_t operand_sums;  // accumulators that hold sums of one operand of it
  int64_t kernel_points; // body evaluations per kernel trip (vector ones count once)
  Loop loops[LOOP_NEST_MAX_LOOPS];
  PackedBuffer packs[LOOP_NEST_MAX_PACKS];
  int64_t
      main_extent[WORKLOAD_MAX_ITERATORS]; // covered by the main kernel: extent - extent % block,
                                           // or the extent where whole blocks reach beyond it
  int64_t buffer_bytes;                    // scratch in all
} LoopNest;

// Lays the schedule out. REJECT_NONE on success; the nest is unspecified otherwise.
RejectReason loop_nest_build(const Workload *workload, const Schedule *schedule,
                             LoopNest *out_nest);

// Span of every iterator inside loop `depth` of the nest (depth 0: the extents).
void loop_nest_spans(const Workload *workload, const LoopNest *nest, int depth, int64_t *out_span);
// Serial loops before those of the kernel.
int loop_nest_outside_kernel(const LoopNest *nest);

// loop_nest_packs.c: adds the packs that the schedule asks for to a nest that has its loops.
RejectReason loop_nest_add_packs(const Workload *workload, const Schedule *schedule,
                                 LoopNest *nest);

#endif

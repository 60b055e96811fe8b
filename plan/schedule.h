// Schedule: one rule and one selected option for every knob. Numbers only:
// no IR, no transform text, so that a record outlives a release of MLIR.
#ifndef AUTOTUNE_PLAN_SCHEDULE_H
#define AUTOTUNE_PLAN_SCHEDULE_H

#include "base/status.h"
#include "machine/instruction.h"
#include "machine/target.h"
#include "plan/workload.h"

// Raised whenever the same numbers would give other code.
enum { SPACE_VERSION = 1 };

typedef enum ScheduleRule {
#define RULE(enumerator, name, cost, prologue) RULE_##enumerator,
#include "plan/rules.def"
#undef RULE
  RULE_COUNT
} ScheduleRule;

// What happens to the part of an iterator that no whole register tile covers.
typedef enum Remainder {
  REMAINDER_PEEL, // a second kernel with exact, narrower vectors (powers of two)
  REMAINDER_MASK, // a second kernel whose last vector is masked
  REMAINDER_PAD,  // the same kernel on packed operands that are filled up to whole blocks; only
                  // what exists is stored
  REMAINDER_COUNT
} Remainder;

// How a fused tensor.pad is realised.
typedef enum PadMode {
  PAD_SEPARATE, // not fused: tensor.pad stays an op of its own
  PAD_BORDER,   // interior and border kernels; taps outside are skipped
  PAD_PACK,     // written once into a padded scratch image (IMAGE packing)
  PAD_MODE_COUNT
} PadMode;

enum {
  TILE_LEVELS = 2,            // cache levels above the register tile: three levels in all
  PACK_NONE = -1,             // Schedule.pack: operand read in place
  EPILOGUE_IN_REGISTERS = -1, // Schedule.epilogue_depth: before the store of each register tile
};

// Bytes of the numbers that fit in one byte, in whole words: no padding follows them.
enum {
  KNOB_BYTES = 3 // rule, lanes, vector_iterator
#define SCALAR(id, field, name, options, most, initial, values, default_text, meaning) +1
#include "plan/knobs.def"
  ,
  KNOB_BYTES_ROUNDED = (KNOB_BYTES + 3) / 4 * 4,
};

// The knobs, row by row in plan/knobs.def, and the rule that they belong to. All sizes are in
// iterations of the iterators of the rule's workload (plan/rule.h).
// Invariants (schedule_normalize establishes, schedule_check verifies):
//   extent >= ..., tile[0][i] is a multiple of tile[1][i], which is a multiple of
//   block[i], unless it covers the whole extent; none needs to divide the extent.
//   There is no padding, and what is not used is zero: schedules are compared and hashed as bytes.
typedef struct Schedule {
  union {
    struct {
      uint8_t rule; // ScheduleRule
#define SCALAR(id, field, name, options, most, initial, values, default_text, meaning)             \
  uint8_t field;
#define LATER(...)
#include "plan/knobs.def"
      uint8_t lanes;          // elements per vector, a power of two; 1 = scalar code
      int8_t vector_iterator; // -1 with lanes == 1
#define LATER(id, field, name, options, most, initial, values, default_text, meaning) uint8_t field;
#include "plan/knobs.def"
    };
    uint8_t bytes[KNOB_BYTES_ROUNDED];
  };
  int32_t tile[TILE_LEVELS][WORKLOAD_MAX_ITERATORS]; // span of one tile; outer level first
  int32_t block[WORKLOAD_MAX_ITERATORS]; // register tile (parallel) or unroll (reduction)
  uint8_t order[TILE_LEVELS + 1]
               [WORKLOAD_MAX_ITERATORS]; // permutation, outermost first; last row: register loops
  uint8_t kernel_order[WORKLOAD_MAX_ITERATORS]; // reductions inside the kernel, outermost first
                                                // (reduction_count entries)
  int8_t pack[WORKLOAD_MAX_ACCESSES]; // PACK_NONE, or number of loops that enclose the packing (0 =
                                      // whole operand)
  int32_t epilogue_depth; // EPILOGUE_IN_REGISTERS, or number of loops around a sweep over the
                          // output tile that applies the epilogue when its reduction is complete
  uint32_t produced; // bit per packed operand: its panel holds what the fused producers make of it
} Schedule;

// The value of the knob fuse_producers where the body stores what others read as well.
enum { PRODUCERS_STORED = 2 };

// Why a schedule is not legal or not worth scoring. One row: enumerator, text for remarks.
#define REJECT_REASONS(X)                                                                          \
  X(NONE, "legal")                                                                                 \
  X(SHAPE, "sizes outside the iteration space")                                                    \
  X(REGISTERS, "accumulators exceed the vector registers")                                         \
  X(CODE_SIZE, "unrolled code too large")                                                          \
  X(BUFFERS, "scratch buffers too large")                                                          \
  X(VECTOR, "vector iterator not usable with these operands")                                      \
  X(PACK, "packing not possible at this place")                                                    \
  X(PAD, "padding not possible in this mode with this tiling")                                     \
  X(REMAINDER, "operands of a padded remainder must be packed")                                    \
  X(INSTRUCTION, "instruction not possible with these operands in this place")                     \
  X(FUSION, "fused statements need the whole reduction in one tile")                               \
  X(PLACE, "fused statements not possible at this place")

typedef enum RejectReason {
#define X(name, text) REJECT_##name,
  REJECT_REASONS(X)
#undef X
      REJECT_COUNT
} RejectReason;

const char *reject_reason_text(RejectReason reason);

// A legal schedule without tiling: block 1, scalar, nothing packed, everything fused.
void schedule_init(const Workload *workload, Schedule *out_schedule);
// Rounds sizes to the invariants above (up to multiples, down to the extent) and clears fields that
// have no effect (pack of unused accesses, order of iterators without a loop) so that equal code
// has equal numbers.
void schedule_normalize(const Workload *workload, Schedule *schedule);

enum { SCHEDULE_TEXT_BYTES = 2048 }; // room for the text of any schedule

// Text form "rule(knob=value, knob=[v,v,...])", both ways, knob names as in
// docs/reference/schedule.md. Defaults are left out.
int schedule_print(const Workload *workload, const Schedule *schedule, char *text, size_t size);
// STATUS_USAGE names the bad knob. The result is normalised.
Status schedule_parse(const Workload *workload, const char *text, Schedule *out_schedule);
// Reads only what a group must be extracted by, for which no workload is needed: the rule and the
// scalar knobs. The other fields are zero.
Status schedule_parse_fusion(const char *text, Schedule *out_schedule);
// Equal schedules have equal keys; stable over releases as long as the fields are the same.
uint64_t schedule_key(const Schedule *schedule);
bool schedule_equal(const Schedule *a, const Schedule *b);

#endif

// Analytical cost model: seconds of a scheduled workload from its LoopNest and
// the Target, by arithmetic alone. No IR, no allocation, no measurement; the
// same inputs give the same bits.
//
// docs/reference/cost-model.md explains the terms; every constant is a row of
// costmodel/analytical/analytical_constants.def.
#ifndef AUTOTUNE_COSTMODEL_ANALYTICAL_H
#define AUTOTUNE_COSTMODEL_ANALYTICAL_H

#include "machine/instruction.h"
#include "plan/loop_nest.h"

// Where the predicted time goes. One row: field, meaning. All in seconds; they
// overlap, so total_seconds is not their sum.
#define ANALYTICAL_PARTS(X)                                                                        \
  X(kernel_seconds, "innermost loops: FMA, load and store ports, latency, spills")                 \
  X(call_seconds, "entering and leaving the kernel: initial values, epilogue, stores")             \
  X(loop_seconds, "loops around the kernel, first execution of its code")                          \
  X(l2_seconds, "bytes that come from the second-level cache")                                     \
  X(l3_seconds, "bytes that come from the third-level cache")                                      \
  X(memory_seconds, "bytes that come from memory")                                                 \
  X(tlb_seconds, "translation of addresses")                                                       \
  X(pack_seconds, "packing, padding copies, gathering of patches")                                 \
  X(total_seconds, "the prediction")

typedef struct AnalyticalParts {
#define X(field, meaning) double field;
  ANALYTICAL_PARTS(X)
#undef X
  double cold_seconds; // cold operands from memory, beyond memory_seconds; not in the total, which
                       // is of runs that find them in the caches as measured runs do
  double beside_seconds;   // where constants that no cache holds are most of the time: the total
                           // without memory_seconds, which cold_seconds then has; else 0
  double conflict_seconds; // lines that share sets of L1, from the second-level cache beyond
                           // l2_seconds; not in the total, as trained models do not know it
} AnalyticalParts;

// What the memory system does in one run.
typedef struct AnalyticalTraffic {
  double bytes[TARGET_MAX_CACHES]; // that cache level n has to fetch from further out
  double runs[TARGET_MAX_CACHES];  // contiguous pieces of these bytes
  double tlb_pages[2];             // misses of the first- and second-level TLB
} AnalyticalTraffic;

// One index dimension of an access: its terms are terms[first .. first + count).
typedef struct AnalyticalDim {
  uint8_t first, count;
  int32_t size;         // of the buffer
  int64_t stride_bytes; // between neighbours in this dimension
} AnalyticalDim;

typedef struct AnalyticalTerm {
  uint8_t iterator;
  int32_t coefficient; // absolute value, > 0
} AnalyticalTerm;

// An Access without what the model does not ask for.
typedef struct AnalyticalAccess {
  uint8_t stage, statement, rank, element_bytes;
  bool is_output, is_constant, is_cold, has_run_strides, may_leave_shape;
  bool is_stored_in_body; // access_is_stored_in_body
  bool keeps_lines;       // of no reduction: what begins a row of whole lines begins a line
  ElementType type;
  uint16_t uses, neighbours; // bit per iterator; see lane_neighbours
  AnalyticalDim dims[WORKLOAD_MAX_RANK];
  AnalyticalTerm terms[WORKLOAD_MAX_RANK * WORKLOAD_MAX_ITERATORS];
  int64_t stride[WORKLOAD_MAX_ITERATORS]; // elements, of the linear offset
  double buffer_bytes;
  int32_t collapsed_run; // innermost of the dimensions that a rule reads as one; 0: there are none
} AnalyticalAccess;

// Positions of a parallel iterator where some tap of a padded window falls outside.
typedef struct AnalyticalBorder {
  int32_t low, high; // first and last positions concerned
  double taps;       // part of the taps inside, averaged over these positions
} AnalyticalBorder;

// A workload and a target prepared for scoring many schedules of one rule. Plain data.
typedef struct AnalyticalContext {
  const Target *target; // lent
  const Instruction *instruction;
  uint8_t iterator_count, access_count, accumulator_count, accumulator_bytes;
  bool reads_destination, has_reduction, multiplies, compares;
  uint16_t parallel;       // bit per iterator
  bool is_streamed;        // cold operands are wide constants, which take longer than arithmetic
  int8_t short_rows;       // iterator along rows of few elements, -1: there are none
  uint8_t short_row_bytes; // of an element of theirs
  uint16_t row_neighbours; // bit per iterator along which loops over such rows become vectors
  double prologue_cycles;  // of what the rule runs before the nest
  double anchor_slots;     // FMA slots per evaluation of the anchor's body, factors apart
  double scale_slots;      // of it, what scales a sum of products and adds it
  double factor_slots[WORKLOAD_MAX_ACCESSES]; // of casting a vector of a factor of its products
  double half_slots[WORKLOAD_MAX_ACCESSES];   // of taking both halves of a vector of its bytes
  double stage_slots[STAGE_COUNT]; // of the other statements, BODY: only those without an access
  double access_slots[WORKLOAD_MAX_ACCESSES]; // of the fused producers that read this access
  double statement_slots[WORKLOAD_MAX_STATEMENTS];
  int8_t statement_reader[WORKLOAD_MAX_STATEMENTS]; // the access that is charged for it, -1: none
  uint32_t produced_by[WORKLOAD_MAX_ACCESSES]; // bit per statement evaluated where the panel of
                                               // this access holds what is produced
  int64_t extents[WORKLOAD_MAX_ITERATORS];
  AnalyticalBorder borders[WORKLOAD_MAX_ITERATORS];
  AnalyticalAccess accesses[WORKLOAD_MAX_ACCESSES];
} AnalyticalContext;

// Prepares a workload as extracted for schedules of `rule`; false when the rule does not apply to
// it. Lends `target`.
bool analytical_prepare(const Workload *workload, ScheduleRule rule, const Target *target,
                        AnalyticalContext *out_context);

// `seconds` of runs that find cold operands in the caches, with `cold_seconds` of a run that does
// not: the two overlap as the levels do.
double analytical_with_cold(double seconds, double cold_seconds);
// `seconds` of the total or of a trained model, with both terms that these leave out. Where there
// are beside_seconds, they take the place of `seconds`.
double analytical_in_full(double seconds, const AnalyticalParts *parts);
// By how much of a relative gain of such a run the time with cold operands gets shorter, for the
// workload as a whole: 1 without cold operands and where arithmetic hides them, near 0 where nearly
// all of the time is theirs.
double analytical_warm_share(const Workload *workload, const Target *target);

// Of a kernel that takes so many seconds in a function of its own: what each further run of it in a
// loop takes, which enters no function.
double analytical_seconds_again(double seconds, const Target *target);

// Seconds of one run. The schedule is normalised, legal and of the rule prepared for; the nest was
// built from it. `out_parts` may be NULL.
double analytical_score(const AnalyticalContext *context, const Schedule *schedule,
                        const LoopNest *nest, AnalyticalParts *out_parts);

// The same with the traffic that the seconds come from; features are made of both.
double analytical_score_traffic(const AnalyticalContext *context, const Schedule *schedule,
                                const LoopNest *nest, AnalyticalParts *out_parts,
                                AnalyticalTraffic *out_traffic);

// Bytes of whole cache lines that one access touches, read in place, while iterator i moves over
// span[i] values.
double analytical_touched_bytes(const AnalyticalAccess *access, const Target *target,
                                const int64_t *span);

// FMA slots of what is done to each vector of a factor that is loaded, from its panel or in place
// (NULL): casts and flips.
double analytical_factor_slots(const AnalyticalContext *context, const LoopNest *nest, int access,
                               const PackedBuffer *pack);

// Both steps in one, for single questions.
double analytical_seconds(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                          const Target *target, AnalyticalParts *out_parts);

#endif

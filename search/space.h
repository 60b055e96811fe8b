// SearchSpace: the schedules that one workload has on one target.
//
// A space is a table of rules (search/space_rule_*.c), each with the knobs it adds where it
// applies. Schedules drawn here are normalised but may be illegal: space_score tells. Everything is
// deterministic: the only randomness is the Rng passed in.
#ifndef AUTOTUNE_SEARCH_SPACE_H
#define AUTOTUNE_SEARCH_SPACE_H

#include "base/rng.h"
#include "costmodel/analytical.h"
#include "plan/loop_nest.h"

enum {
  SPACE_MAX_LANE_OPTIONS = 8,
  SPACE_MAX_RULES = RULE_COUNT * INSTRUCTION_CHOICES,
};

typedef struct SpaceRule SpaceRule;

// The knobs that one rule offers for one workload, with one instruction.
typedef struct RuleSpace {
  const SpaceRule *rule;
  InstructionChoice instruction; // of all of its schedules
  Workload workload;             // whose iterators the numbers refer to (what the rule makes of it)
  AnalyticalContext context;     // prepared for it
  int64_t made_bytes;            // of the operand that the rule makes, beside the packed buffers
  uint16_t vector_iterators;     // bit per iterator that can carry the lanes
  uint16_t padded;               // bit per iterator in an index that leaves its buffer
  uint16_t windows;              // bit per reduction in an index with a parallel iterator
  bool can_be_scalar;            // lanes = 1 is legal
  bool has_border;               // pad_mode is a choice between border and pack
  bool can_sweep;                // the epilogue may run in sweeps over finished tiles
  int max_lanes;
  int32_t registers; // for accumulators and operands
  uint32_t panels;   // bit per access that can be packed at any depth
  uint32_t images;   // bit per access that can be packed whole only
  uint32_t produced; // bit per panel that can hold what the fused producers make of its access
} RuleSpace;

typedef struct SearchSpace {
  Workload workload;
  Target target;
  int rule_count;
  RuleSpace rules[SPACE_MAX_RULES]; // a rule with each instruction that it can have
} SearchSpace;

// Receives schedules of a rule that are good by construction. Returns the predicted seconds,
// negative when the schedule is illegal.
typedef double (*SeedSink)(void *context, Schedule *schedule);

// What a search knows of one rule (plan/rules.def): a file search/space_rule_NAME.c with this
// struct.
struct SpaceRule {
  ScheduleRule rule;
  // Whether the rule can give any code for the workload.
  bool (*applicable)(const Workload *workload, const Target *target);
  // Narrows what space_create found: which iterators can carry the lanes, ...
  void (*knobs)(const Target *target, RuleSpace *rule_space);
  // Percentage of random draws that go to this rule, before it is normalised over the rules.
  int weight;
};

#define RULE(enumerator, name, cost, prologue) extern const SpaceRule space_rule_##name;
#include "plan/rules.def"
#undef RULE

// Copies the workload and the target. Destroy with space_destroy.
Status space_create(const Workload *workload, const Target *target, SearchSpace **out_space);
void space_destroy(SearchSpace *space); // NULL is a no-op

// Options of every knob multiplied, over all rules: equal schedules are not merged, illegal ones
// not taken out.
double space_size(const SearchSpace *space);

// Rules that give this space its schedule; NULL when the rule does not apply here.
const RuleSpace *space_rule_of(const SearchSpace *space, const Schedule *schedule);

// Loops of this schedule outside the tile loops of its reductions; whether it has any of those.
int space_loops_outside_reductions(const Workload *workload, const Schedule *schedule,
                                   bool *out_splits);

// schedule_normalize for schedules of this space, quicker where the rule makes a workload of its
// own.
void space_normalize(const SearchSpace *space, Schedule *schedule);
// Reads a schedule as the space makes them: what is fused is a matter of the variant.
bool space_read(const SearchSpace *space, const char *text, Schedule *out_schedule);

// Checks a normalised schedule and predicts its seconds in full (analytical_in_full).
// `out_seconds` is written when the result is REJECT_NONE; out_parts may be NULL.
RejectReason space_score(const SearchSpace *space, const Schedule *schedule, double *out_seconds,
                         AnalyticalParts *out_parts);

// What was found out about a legal schedule; parts.total_seconds is the prediction without what
// analytical_in_full adds, for all steps of a partial extent.
typedef struct ScoredNest {
  LoopNest nest;
  AnalyticalParts parts;
  AnalyticalTraffic traffic;
  double partial_share; // see space_partial_share
} ScoredNest;

// The same with everything that the prediction came from, for features. Writes it when the result
// is REJECT_NONE.
RejectReason space_score_nest(const SearchSpace *space, const Schedule *schedule,
                              ScoredNest *out_scored);

// The prediction in full, and of a partial extent what is there.
double scored_nest_seconds(const ScoredNest *scored);

// A default schedule of rule `index` of the space.
void space_default(const SearchSpace *space, int index, Schedule *out_schedule);
// Any point of the space, good ones more often. Normalised.
void space_random(const SearchSpace *space, Rng *rng, Schedule *out_schedule);
// Changes one knob. Normalised.
void space_mutate(const SearchSpace *space, Rng *rng, Schedule *schedule);
// Register tile of one parent, tiles and packs of the other, or a mixture per iterator. Both
// parents of one rule, else the first is copied. Normalised.
void space_crossover(const SearchSpace *space, Rng *rng, const Schedule *a, const Schedule *b,
                     Schedule *out_child);

// Constructs schedules of rule `index` of the space (search/seeds.c): the best register tiles by
// arithmetic, then blocking, packing and loop orders for the most promising of them.
void space_seeds(const SearchSpace *space, int index, SeedSink sink, void *context);

#endif

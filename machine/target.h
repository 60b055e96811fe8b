// Target: the machine a schedule is chosen for, as data.
//
// Rows of its architecture's table name machines; the host is probed only when asked for
// ("target=host"), so that a choice never depends on where the compiler runs.
#ifndef AUTOTUNE_MACHINE_TARGET_H
#define AUTOTUNE_MACHINE_TARGET_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TARGET_MAX_CACHES = 3, TARGET_MAX_WIDTHS = 3 };

// Who designed the processor: what no number here tells is more alike within one vendor's.
enum {
  TARGET_VENDOR_NONE,
  TARGET_VENDOR_AMD,
  TARGET_VENDOR_INTEL,
  TARGET_VENDOR_ARM,
  TARGET_VENDOR_APPLE,
  TARGET_VENDOR_COUNT
};

typedef struct Architecture Architecture;

// What a cycle does with vectors of one width.
typedef struct TargetWidth {
  int32_t bits;         // 0: there is no such row
  double fma_per_cycle; // 0 = not available
  double loads_per_cycle;
  double stores_per_cycle;
} TargetWidth;

typedef struct Target {
  char name[32];
  const Architecture *architecture;
  int32_t vendor;           // TARGET_VENDOR_
  int32_t vector_bits;      // widest usable vector register: the bits of one of `widths`
  int32_t vector_registers; // architectural registers of that width
  bool has_fma;
  bool has_masks;    // per-lane masked load and store at full speed (AVX-512)
  bool has_dot_i16;  // one instruction adds up pairs of products of i16 in vectors of every width
  bool has_dot_i8;   // ... fours of products of u8 and i8, and adds them to sums of i32
  bool has_dot_bf16; // ... pairs of products of bf16, and adds them to sums of f32
  bool has_dot_f16;  // ... single products of f16, and adds them to sums of f32
  bool has_dot_i8_alike;     // ... and of bytes that have signs alike
  bool has_tiles;            // ... products of matrices of i8 or bf16 in registers for them (AMX)
  bool has_fma_f16;          // ... multiplies and adds f16 in vectors of every width
  int32_t in_order_issue;    // instructions a cycle of a core that runs them in their order; 0: it
                             // does not
  int32_t issue_width;       // instructions a cycle that reach another core's ports; 0: as many as
                             // the model assumes
  double clock_ghz;          // sustained, one core, vector code
  double narrow_clock_ratio; // clock of code without the widest vectors over clock_ghz
  TargetWidth widths[TARGET_MAX_WIDTHS]; // of the architecture, narrowest first
  // Dot products a cycle, by width, with their sums; 0: not measured.
  double dot_i16_per_cycle[TARGET_MAX_WIDTHS], dot_i8_per_cycle[TARGET_MAX_WIDTHS],
      dot_bf16_per_cycle[TARGET_MAX_WIDTHS];
  int32_t fma_latency_cycles;
  int32_t cache_count;
  int64_t cache_bytes[TARGET_MAX_CACHES];          // usable by one core, L1 first
  double cache_bytes_per_cycle[TARGET_MAX_CACHES]; // sustained read bandwidth of one core from that
                                                   // level
  double l2_write_bytes_per_cycle;                 // of lines that are written and rest in L2
  double memory_bytes_per_cycle;                   // sustained read bandwidth from DRAM
  int32_t cache_line_bytes;
  int32_t page_bytes;
  int32_t l1_ways, l2_ways;
  int32_t tlb_entries; // second-level data TLB
  int32_t cores;
  char llvm_cpu[32]; // for -mcpu, e.g. "x86-64-v3"
} Target;

enum { TARGET_TEXT_BYTES = 1792 }; // room for the text of any target, all of its numbers in full

// Fills a target from "NAME", "host" or its synonym "native", each with ",key=value,..." (keys are
// the names of fields, of rows too; cache_bytes.0, fma_per_cycle.0 and so on). LLVM's name of a
// processor gives the row that is most like it. STATUS_USAGE names the known rows or keys.
Status target_parse(const char *text, Target *out_target);
// The row of that name, or the one that is most like LLVM's processor of that name; false when
// there is none. The host is not probed.
bool target_find(const char *name, size_t length, Target *out_target);
// The same of one architecture: a name such as "generic" is of several.
bool target_find_of(const Architecture *architecture, const char *name, size_t length,
                    Target *out_target);
// Whether several architectures have a processor of that name.
bool target_name_is_shared(const char *name, size_t length);
// The row of exactly that name; NULL: there is none.
const Target *target_row_named(const char *name, size_t length);
// Changes a target by ",key=value,..."; "" changes nothing. On failure the target is as it was.
Status target_set(const char *settings, Target *target);
// The number of that key; 0 where there is no such number.
double target_number(const Target *target, const char *key);
// The row used where nothing is said: x86-64-v3.
const Target *target_default(void);
// Row `index` of the tables of all architectures, NULL past the end.
const Target *target_row(size_t index);
// Probes the machine this runs on: features from the processor, caches from the system, clock and
// bandwidths from the nearest row of the table. Deterministic for a given machine: nothing is
// timed.
Status target_probe_host(Target *out_target);
// Whether code for both is the same for equal schedules, and as fast: they are one processor in
// LLVM's words and have the same vectors. Caches, rates and cores only guide the choice.
bool target_is_same_code(const Target *a, const Target *b);
// What the code for a target needs and the host does not have, for a message; NULL when it has all.
const char *target_lack(const Target *target, const Target *host);
// The row of the highest level of its architecture that this processor has: "x86-64-v4".
const char *target_host_level(void);
// One line, readable by target_parse. Returns the length needed, as snprintf does.
int target_print(const Target *target, char *text, size_t size);
// Bytes of the largest cache that a core has for itself: the last level but one, where there are
// several.
double target_own_bytes(const Target *target);
// The row of `widths` whose vectors hold `bits`: the narrowest such, or the widest there is.
int target_width(const Target *target, int64_t bits);
// The widest vectors of the target of at most `bits`; the narrowest where all are wider.
int32_t target_bits_within(const Target *target, int64_t bits);

enum { TARGET_MAX_FEATURES = 14 };
// The features of LLVM ("+avx2") in which code for the target may differ from that for llvm_cpu:
// what its vectors, masks, FMA and dot products need is added, FMA is taken away where the target
// has none, and LLVM's own vectors get the width of ours. A width below that of the processor takes
// no instructions away. Returns how many there are; the texts are static.
int target_llvm_features(const Target *target, const char *out_features[TARGET_MAX_FEATURES]);

#endif

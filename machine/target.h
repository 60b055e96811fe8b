// Target: the machine a schedule is chosen for, as data.
//
// Rows of targets.def name machines; the host is probed only when asked for
// ("target=host"), so that a choice never depends on where the compiler runs.
#ifndef AUTOTUNE_MACHINE_TARGET_H
#define AUTOTUNE_MACHINE_TARGET_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TARGET_MAX_CACHES = 3 };

// Who designed the processor: what no number here tells is more alike within one vendor's.
enum { TARGET_VENDOR_NONE, TARGET_VENDOR_AMD, TARGET_VENDOR_INTEL, TARGET_VENDOR_COUNT };

typedef struct Target {
  char name[32];
  int32_t vendor;           // TARGET_VENDOR_
  int32_t vector_bits;      // widest usable vector register: 128, 256, 512
  int32_t vector_registers; // architectural registers of that width
  bool has_fma;
  bool has_masks;            // per-lane masked load and store at full speed (AVX-512)
  double clock_ghz;          // sustained, one core, vector code
  double narrow_clock_ratio; // clock of code without vectors of 512 bits over clock_ghz
  double fma_per_cycle[3];   // vector FMA per cycle at 128, 256, 512 bits; 0 = not available
  double loads_per_cycle[3];
  double stores_per_cycle[3];
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

enum { TARGET_TEXT_BYTES = 1280 }; // room for the text of any target, all of its numbers in full

// Fills a target from "NAME", "host" or its synonym "native", each with ",key=value,..." (keys are
// the field names; cache_bytes.0 and so on for arrays). LLVM's name of a processor gives the row
// that is most like it. STATUS_USAGE names the known rows or keys.
Status target_parse(const char *text, Target *out_target);
// The row of that name, or the one that is most like LLVM's processor of that name; false when
// there is none. The host is not probed.
bool target_find(const char *name, size_t length, Target *out_target);
// Changes a target by ",key=value,..."; "" changes nothing. On failure the target is as it was.
Status target_set(const char *settings, Target *target);
// The number of that key; 0 where there is no such number.
double target_number(const Target *target, const char *key);
// The row used where nothing is said: x86-64-v3.
const Target *target_default(void);
// Row `index` of the table, NULL past the end.
const Target *target_row(size_t index);
// What a processor tells of itself.
typedef struct TargetCpuid {
  bool is_amd, is_intel;
  int family, model;             // extended fields added in
  uint32_t leaf7_ecx, leaf7_edx; // features
} TargetCpuid;

typedef enum TargetFeature {
  TARGET_AVX2 = 1 << 0,
  TARGET_FMA = 1 << 1,
  TARGET_AVX512F = 1 << 2,
  TARGET_AVX512BW = 1 << 3,
  TARGET_AVX512DQ = 1 << 4,
  TARGET_AVX512VL = 1 << 5,
} TargetFeature;

// The widest vectors that a processor with these features may use: those of a level of the
// x86-64 psABI, which needs all that the level's vectors have.
int32_t target_usable_bits(unsigned features);
// The row that is most like a processor whose vectors of `vector_bits` may be used: a virtual
// machine may hide vectors, and report another model than it has.
const Target *target_of_cpuid(const TargetCpuid *cpu, int32_t vector_bits);
// Probes the machine this runs on: cpuid features, caches from the system, clock and bandwidths
// from the nearest row of the table. Deterministic for a given machine: nothing is timed.
Status target_probe_host(Target *out_target);
// Whether code for both is the same for equal schedules, and as fast: they are one processor in
// LLVM's words and have the same vectors. Caches, rates and cores only guide the choice.
bool target_is_same_code(const Target *a, const Target *b);
// What the code for a target needs and the host does not have, for a message; NULL when it has all.
const char *target_lack(const Target *target, const Target *host);
// The row of the highest level of the x86-64 psABI whose vectors this processor has: "x86-64-v4".
const char *target_host_level(void);
// One line, readable by target_parse. Returns the length needed, as snprintf does.
int target_print(const Target *target, char *text, size_t size);
// Bytes of the largest cache that a core has for itself: the last level but one, where there are
// several.
double target_own_bytes(const Target *target);
// Index into the rates by vector width, of vectors that hold `bits`.
int target_width(const Target *target, int64_t bits);

enum { TARGET_MAX_FEATURES = 8 };
// The features of LLVM ("+avx2") in which code for the target may differ from that for llvm_cpu:
// what wide vectors, masks and FMA need is added, FMA is taken away where the target has none (LLVM
// then splits vectors of 512 bits, because AVX-512 includes FMA), and LLVM's own vectors get the
// width of ours. A width below that of the processor takes no instructions away. Returns how many
// there are; the texts are static.
int target_llvm_features(const Target *target, const char *out_features[TARGET_MAX_FEATURES]);

#endif

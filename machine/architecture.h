// Architecture: what one kind of processor has of its own. A folder of machine/ each, which defines
// the row; architecture.c lists them. What is asked of a machine beyond the numbers of its Target
// is asked here.
#ifndef AUTOTUNE_MACHINE_ARCHITECTURE_H
#define AUTOTUNE_MACHINE_ARCHITECTURE_H

#include "base/status.h"
#include "llvm-c/Types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Target Target;
typedef struct MachineKernels MachineKernels;

// Asks the processor that this runs on.
typedef struct ArchitectureHost {
  // "NAME (family F model M)": see cpu_identity.h.
  void (*identify)(char *text, size_t size);
  // The row that is most like it. Nothing is timed.
  const Target *(*row)(void);
  // Takes from a target what this processor does not have beside its vectors.
  void (*limit)(Target *target);
  // The row of the highest level that it has all of.
  const Target *(*level)(void);
  // What it is measured by; never NULL.
  const MachineKernels *kernels;
} ArchitectureHost;

// The instructions for f16 that there are.
typedef struct HalfInstructions {
  bool has_casts; // from and to f32
  bool has_arithmetic;
} HalfInstructions;

// Features are words of LLVM. Of those that tell what vectors there are, each has a bit; which one
// is the architecture's own matter.
typedef struct Architecture {
  const char *name;       // in messages: "x86-64"
  const char *triple;     // what LLVM calls it in a triple: "x86_64"
  const char *intrinsics; // what the names of LLVM's intrinsics for it begin with: "llvm.x86."
  // Of a target with masks, what the names of LLVM's masked ones begin with that scale floats by
  // powers of two and take them apart; NULL: none.
  const char *float_intrinsics;
  // Of a target with masks and vectors of 512 bits, LLVM's intrinsic that picks f32 of a vector by
  // the lower four bits of i32; NULL: none.
  const char *table_intrinsic;
  const Target *rows;
  int row_count;
  const Target *default_row; // where nothing is said

  // The row that is most like LLVM's processor of that name; NULL: LLVM knows no such one.
  const Target *(*row_of_cpu)(const char *cpu);
  // Gives a target the dot products that LLVM says the processor of llvm_cpu has.
  void (*take_dot_products)(Target *target);
  // The row of the highest level whose vectors these features are.
  const Target *(*row_of_features)(unsigned features);
  // That of the highest level whose vectors have at most so many bits; else the lowest.
  const Target *(*row_of_width)(int64_t bits);

  unsigned least_features; // every processor has them; without them there are no vectors
  const char *least_name;  // what messages call them
  const char *const *foreign_features;    // of other architectures; NULL ends the list
  const char *const *forbidding_features; // those that leave no vectors; the same
  // What "+word" gives, with all that it implies, and what "-word" takes, with all that imply it.
  unsigned (*features_added)(const char *word, size_t length);
  unsigned (*features_denied)(const char *word, size_t length);
  // Bits of the vectors that "+word" keeps LLVM to; 0: it is no such word.
  int32_t (*width_limit)(const char *word, size_t length);
  unsigned (*features_of)(const Target *target);
  // Gives a target the vectors of these features.
  void (*set_features)(unsigned features, Target *target);

  // Makes LLVM's code generator and disassembler for it known; more than once has no effect.
  void (*initialize_llvm)(void);
  const char *baseline_cpu; // whose code runs on every processor of it
  // What code for a processor needs to run, a bit for each instruction set; `features` changes
  // those of `cpu`: "+avx2,-fma". STATUS_USAGE where LLVM knows no such processor.
  Status (*code_features)(const char *cpu, const char *features, uint64_t *out_bits);
  // The instructions for f16 of the same code; none where LLVM knows no such processor.
  HalfInstructions (*half_instructions)(const char *cpu, const char *features);
  // Adds code to `module` that looks, when the library is loaded, whether the processor has them:
  // it sets the global pointer that is returned to a sentence that names one that is lacking, or to
  // null. `name` and `processor`: what the sentence calls the library and its target.
  LLVMValueRef (*make_check)(LLVMModuleRef module, const char *name, const char *processor,
                             uint64_t features);

  bool maximum_skips_first_nan; // so does the minimum; for a NaN as second operand it gives that
  int32_t lane_bits; // of a vector of which one lane can be a factor of all products; 0: of none
  // Whether code for a target can have the dot products whose key of Target is set, whatever else
  // the target lacks.
  bool (*can_add_up)(const Target *target, size_t key);
  // A key that is set and that no processor of the architecture has; NULL: none is.
  const char *(*foreign_key)(const Target *target);
  // See target_llvm_features and target_lack.
  int (*llvm_features)(const Target *target, const char **out_features);
  const char *(*lack)(const Target *target, const Target *host);

  const ArchitectureHost *host; // NULL where this program runs on another architecture
} Architecture;

extern const Architecture architecture_x86;
extern const Architecture architecture_aarch64;

// Number `index`, NULL past the end. The first is that of the target used where nothing is said.
const Architecture *architecture_at(int index);
// By what LLVM calls it in a triple; NULL: none of ours.
const Architecture *architecture_find(const char *triple);
// That of the processor that this runs on; NULL: none of ours.
const Architecture *architecture_host(void);

// All of them for a message: "x86-64", of two with "or" between.
typedef struct ArchitectureNames {
  char text[64];
} ArchitectureNames;
ArchitectureNames architecture_names(void);

#endif

// LlvmProcessor: a processor in the words of LLVM, name and features ("znver4", "+avx2,-fma"), read
// as a Target. Plain texts: where in a module they stand is not known here.
#ifndef AUTOTUNE_MACHINE_LLVM_PROCESSOR_H
#define AUTOTUNE_MACHINE_LLVM_PROCESSOR_H

#include "machine/target.h"

// What was read so far. Starts as {0}. Names and features are words of an architecture: a triple is
// read before them, because it says of which.
typedef struct LlvmProcessor {
  const Architecture *architecture; // NULL: nothing said which, so it is the first of ours
  bool is_assumed;        // several have the processor that is named, and it is the first of those
  char cpu[32];           // as named; "" = none was
  unsigned added, denied; // features, with what they imply: bits of the architecture
  unsigned limits;   // widths that LLVM's vectors shall not exceed, each its bits; the least counts
  char foreign[160]; // why this is nothing that can be tuned for; "" = it is
  char ignored[160]; // what was not understood and has no effect; "" = nothing
} LlvmProcessor;

// Takes the name of a processor, which drops the features that were read before.
void llvm_processor_read_cpu(LlvmProcessor *processor, const char *name, size_t length);
// Takes features separated by commas. What is no feature of vectors has no effect.
void llvm_processor_read_features(LlvmProcessor *processor, const char *text, size_t length);
// Takes a triple; says in `foreign` when it is of none of our architectures, or has pointers of
// other than 64 bits.
void llvm_processor_read_triple(LlvmProcessor *processor, const char *text, size_t length);
// Takes a data layout of LLVM; the same for big-endian memory and narrower pointers.
void llvm_processor_read_layout(LlvmProcessor *processor, const char *text, size_t length);

// Whether a processor is named, or features that only some have.
bool llvm_processor_is_named(const LlvmProcessor *processor);
// The row of the processor, narrowed or widened by the features. Without a processor that is known,
// the level that the features imply; `otherwise` where they imply none.
// STATUS_UNSUPPORTED with the reason when it is foreign.
Status llvm_processor_target(const LlvmProcessor *processor, const Target *otherwise,
                             Target *out_target);

#endif

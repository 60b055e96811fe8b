// CodeJobs: the modules taken apart become code, several at once.
#ifndef AUTOTUNE_TOOLS_COMPILE_CODE_JOBS_H
#define AUTOTUNE_TOOLS_COMPILE_CODE_JOBS_H

#include "runtime/codegen/machine_code.h"
#include "tools/compile/c_interface.h"
#include "tools/compile/module_parts.h"

#include <stdint.h>

typedef struct CodeJobsOptions {
  CodeForm form;
  const Architecture *architecture;
  const char *cpu;     // what functions are for that name no processor themselves
  bool is_cpu_for_all; // the others too
  int jobs;            // threads that compile, at least 1; changes nothing but the time
  void (*done)(int count, int of, void *user); // NULL, or called after each module, one at a time
  void *user;
} CodeJobsOptions;

typedef struct CodeJobs {
  LLVMMemoryBufferRef *codes; // owned: one for each module of the parts, in their order
  int count;
  uint64_t features; // what the code needs, bits of its architecture
} CodeJobs;

// The caller owns the contents: code_jobs_destroy. Fails with the reason of the first module, in
// the order of the parts, that has no code.
Status code_jobs_run(const ModuleParts *parts, const CInterface *interface,
                     const CodeJobsOptions *options, CodeJobs *out_jobs);
void code_jobs_destroy(CodeJobs *jobs);

#endif

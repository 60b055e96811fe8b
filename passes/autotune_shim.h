// Registration of the passes, for the plugin and for drivers that link us.
#ifndef AUTOTUNE_PASSES_AUTOTUNE_SHIM_H
#define AUTOTUNE_PASSES_AUTOTUNE_SHIM_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "passes/options.h"
#include "transforms/report/report.h"

#ifdef __cplusplus
extern "C" {
#endif

// A pass that no command line has made.
typedef struct PassSetup {
  OptionTexts texts;         // copied
  const LearnedModel *model; // of autotune: in place of the option's; lent, may be null
  RemarkCallback remark;     // hears beside MLIR; may be null
  void *user;                // of the callback; lent
  const char *mistake;       // the pass fails with it; copied, may be null
} PassSetup;

// The pass autotune, or autotune-kernels. The caller owns it until a pass manager does.
MlirPass autotune_pass_create(const PassSetup *setup, bool is_kernels);

// Loads what the passes create into a context on which no pass is running.
void autotune_load_dialects(MlirContext context);

// Adds autotune, autotune-kernels and the pipelines to MLIR's registry. A driver calls
// it before it parses its command line. A second call does nothing.
void autotune_register_passes(void);

// Makes --autotune and the other names known to a command line that is being
// parsed: its list of passes was read before the plugin was loaded. Does nothing when
// there is no such command line or it knows the names already.
void autotune_register_flags(void);

#ifdef __cplusplus
}
#endif

#endif

// Registration of the passes, for the plugin and for drivers that link us.
#ifndef AUTOTUNE_PASSES_AUTOTUNE_SHIM_H
#define AUTOTUNE_PASSES_AUTOTUNE_SHIM_H

#ifdef __cplusplus
extern "C" {
#endif

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

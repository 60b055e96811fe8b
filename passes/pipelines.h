// Pipelines: the named pass pipelines of this library, as users see them.
#ifndef AUTOTUNE_PASSES_PIPELINES_H
#define AUTOTUNE_PASSES_PIPELINES_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Pipeline {
  const char *name;          // of the flag and inside --pass-pipeline
  const char *description;   // one line
  const char *(*text)(void); // the passes, verbatim for --pass-pipeline=
} Pipeline;

// Every pipeline, ended by a row without a name. Lent for ever.
const Pipeline *pipelines_list(void);

// Makes the pipelines, and every pass they name, known to MLIR's registry. Safe to repeat.
void pipelines_register(void);

#ifdef __cplusplus
}
#endif

#endif

// ModelOption: the value of the option `model`, and the learned model that it names.
#ifndef AUTOTUNE_PASSES_MODEL_OPTION_H
#define AUTOTUNE_PASSES_MODEL_OPTION_H

#include "base/status.h"
#include "costmodel/learned_model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MODEL_TITLE_BYTES = 64 };

typedef struct ModelOption {
  bool is_used;                  // false: none
  const LearnedModel *learned;   // NULL: the analytical model. Lent for the life of the process
  char title[MODEL_TITLE_BYTES]; // "analytical model", "learned model 0123456789abcdef"
} ModelOption;

// What the option reads as where another model is used than it names.
#define MODEL_IN_PLACE "analytical"

// Reads "auto", which is `adapted` unless that is NULL, "shipped", "analytical", "none" or the path
// of a model file. A file is read once in the life of the process, and again when it has changed.
// STATUS_USAGE names what is wrong with it.
Status model_option_parse(const char *text, const LearnedModel *adapted, ModelOption *out_option);
// The option for a model that is there already; lent.
ModelOption model_option_of(const LearnedModel *model);

#ifdef __cplusplus
}
#endif

#endif

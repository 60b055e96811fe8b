// ModelFile: the bytes of boosted trees, as docs/reference/features.md lays them out: a header of
// our own with the names of the features and a checksum, then the trees as XGBoost writes them.
//
// Whatever is wrong with the bytes is STATUS_MODEL and one line. Nothing here needs XGBoost.
#ifndef AUTOTUNE_COSTMODEL_MODEL_FILE_H
#define AUTOTUNE_COSTMODEL_MODEL_FILE_H

#include "costmodel/tree_check.h"
#include <stdint.h>

typedef enum ModelKind {
  MODEL_RANKER,    // scores that order the schedules of one task, higher is faster
  MODEL_REGRESSOR, // a number, counted from the base margin
  MODEL_KIND_COUNT
} ModelKind;

// The columns of a row, in their order. Lent for as long as a model is bound to it.
typedef struct ModelSchema {
  const char *const *names;
  size_t count;
} ModelSchema;

enum { MODEL_MAX_FEATURES = 1 << 16 };

// What a header says. Lends the bytes that it was read from.
typedef struct ModelFile {
  ModelKind kind;
  size_t feature_count; // that the model was trained on
  const char *names;    // feature_count texts, each terminated
  const unsigned char *trees;
  size_t trees_bytes;
} ModelFile;

// Checks the header, the names and the checksum; the trees are still to be checked.
Status model_file_read(const void *bytes, size_t size, ModelFile *out_file);

// Finds every feature of the model in the schema by its name: writes feature_count columns. A
// feature that the schema does not have is STATUS_MODEL.
Status model_file_bind(const ModelFile *file, ModelSchema schema, uint32_t *out_columns);

// Checks the trees and hands each to `sink`, which may be NULL.
Status model_file_check_trees(const ModelFile *file, TreeSink sink, void *context);

// A copy of the model, as long as it, whose leaves are multiplied by `factor`: so are its
// predictions. The caller frees the bytes.
Status model_file_scale(const void *bytes, size_t size, double factor, unsigned char **out_bytes);

// Puts header and names before the trees. The caller frees the bytes.
Status model_file_write(ModelKind kind, ModelSchema schema, const void *trees, size_t trees_bytes,
                        unsigned char **out_bytes, size_t *out_size);

// Little-endian numbers of `bytes` bytes.
void model_put_number(unsigned char *at, uint64_t value, int bytes);
uint64_t model_get_number(const unsigned char *at, int bytes);

#endif

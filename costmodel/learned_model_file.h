// The parts of a learned model file, for the two files that read and write it.
//
// All numbers little-endian:
//   0 magic | 16 version u32 | 20 note u32 | 24 ranker u64 | 32 regressor u64 | 40 support u64
//   48 checksum u64 | 56 note, terminated | support | ranker | regressor
// The checksum covers header, note and support; both models carry their own
// (costmodel/model_file.h).
#ifndef AUTOTUNE_COSTMODEL_LEARNED_MODEL_FILE_H
#define AUTOTUNE_COSTMODEL_LEARNED_MODEL_FILE_H

#include "costmodel/learned_model.h"

#define LEARNED_MODEL_MAGIC "autotune models\n" // 16 bytes without the terminator

enum {
  LEARNED_VERSION = 3,
  LEARNED_FIRST_VERSION = 2, // read too: its support knows no operands narrower than sums
  LEARNED_AT_VERSION = 16,
  LEARNED_AT_NOTE = 20,
  LEARNED_AT_SIZES = 24, // one per kind
  LEARNED_AT_SUPPORT = 40,
  LEARNED_AT_CHECKSUM = 48,
  LEARNED_HEADER_BYTES = 56,
};

// Of the header and the `size` bytes after it, which are note and support.
uint64_t learned_model_checksum(const unsigned char *bytes, size_t size);

// The bytes of one of the models, lent.
const void *learned_model_part(const LearnedModel *model, ModelKind kind, size_t *out_size);
// What the model was trained on, lent.
const Support *learned_model_support(const LearnedModel *model);

#endif

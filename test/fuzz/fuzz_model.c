// learned_model_load and model_file_read: whole model files, once as they are and once with the
// right checksums, which would otherwise keep all but the first checks from being reached.
#include "base/text.h"
#include "costmodel/features.h"
#include "costmodel/learned_model_file.h"
#include "costmodel/model_file.h"
#include "test/fuzz/fuzz.h"

enum { AT_CHECKSUM = 48, HEADER_BYTES = 56 }; // of the file of one model (costmodel/model_file.c)

static void mend_part(unsigned char *bytes, size_t size) {
  if (size < HEADER_BYTES)
    return;
  uint64_t hash = text_hash(TEXT_HASH_START, bytes, AT_CHECKSUM);
  hash = text_hash(hash, bytes + HEADER_BYTES, size - HEADER_BYTES);
  model_put_number(bytes + AT_CHECKSUM, hash, 8);
}

static void mend(unsigned char *bytes, size_t size) {
  if (size < LEARNED_HEADER_BYTES)
    return;
  uint64_t note = model_get_number(bytes + LEARNED_AT_NOTE, 4);
  uint64_t ranker = model_get_number(bytes + LEARNED_AT_SIZES, 8);
  uint64_t support = model_get_number(bytes + LEARNED_AT_SUPPORT, 8);
  uint64_t left = size - LEARNED_HEADER_BYTES;
  if (note > left || support > left - note || ranker > left - note - support)
    return;
  uint64_t before = note + support;
  mend_part(bytes + LEARNED_HEADER_BYTES + before, ranker);
  mend_part(bytes + LEARNED_HEADER_BYTES + before + ranker, left - before - ranker);
  model_put_number(bytes + LEARNED_AT_CHECKSUM, learned_model_checksum(bytes, before), 8);
}

static void load(const unsigned char *bytes, size_t size) {
  static float row[FEATURE_COUNT];
  LearnedModel *model = NULL;
  float score;
  if (learned_model_load(bytes, size, &model) == STATUS_OK) {
    fuzz_demand(strlen(learned_model_note(model)) < LEARNED_MODEL_NOTE_BYTES, "the note ends");
    learned_model_rank(model, row, 1, &score);
    Trust trust = learned_model_trust(model, row);
    fuzz_demand(trust.total >= 0 && trust.total <= 1, "trust is a part");
  }
  learned_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  ModelFile file;
  unsigned char *copy = (unsigned char *)fuzz_text(bytes, size);
  load(bytes, size);
  mend(copy, size);
  load(copy, size);
  memcpy(copy, bytes, size);
  mend_part(copy, size);
  if (model_file_read(copy, size, &file) == STATUS_OK)
    model_file_check_trees(&file, NULL, NULL);
  free(copy);
  return 0;
}

// SizedPair: see sized_pair.h.
#include "test/unit/transforms/sized_pair.h"

#include "passes/autotune_shim.h"
#include "transforms/ir.h"

void sized_pair_options(OptionTexts *texts) {
  option_texts_init(texts);
  texts->target = "x86-64-v3";
  texts->model = "analytical";
}

static Status tune(MlirModule module, const OptionTexts *texts, TuneStatistics *statistics) {
  TuneOptions options;
  bool changed;
  MlirLocation location;
  Status status = options_parse(texts, &options);
  return status != STATUS_OK ? status
                             : tune_payload(mlirModuleGetOperation(module), &options, statistics,
                                            NULL, NULL, &changed, &location);
}

Status sized_pair_create(MlirContext context, const char *path, const OptionTexts *texts,
                         double tolerance_scale, TuneStatistics *out_statistics,
                         SizedPair *out_pair) {
  Status status = STATUS_OK;
  MlirModule untouched = {NULL}, tuned = {NULL};
  *out_statistics = (TuneStatistics){0};
  *out_pair = (SizedPair){.tolerance_scale = tolerance_scale};
  TRY(compile_parse_file(context, path, &out_pair->module));
  untouched = module_clone(out_pair->module);
  tuned = module_clone(out_pair->module);
  TRY(module_to_code(untouched, false, &out_pair->untouched));
  TRY(tune(tuned, texts, out_statistics));
  out_pair->verifies = mlirOperationVerify(mlirModuleGetOperation(tuned));
  TRY(module_to_code(tuned, true, &out_pair->tuned));
cleanup:
  mlirModuleDestroy(untouched);
  mlirModuleDestroy(tuned);
  return status;
}

void sized_pair_destroy(SizedPair *pair) {
  jit_destroy(pair->untouched);
  jit_destroy(pair->tuned);
  mlirModuleDestroy(pair->module);
}

static Status read_sized(const SizedPair *pair, const char *name, int64_t size,
                         Signature *out_signature) {
  OpenSizes open = {.count = 1, .values = {size}};
  return signature_read_sized(pair->module, name, &open, out_signature);
}

bool sized_pair_fits(const SizedPair *pair, const char *name, int64_t size) {
  enum { MOST_ELEMENTS = 1 << 24 };
  Signature signature = {0};
  bool fits = read_sized(pair, name, size, &signature) == STATUS_OK;
  for (int i = 0; i < signature.argument_count; i++)
    fits &= value_type_elements(&signature.arguments[i]) <= MOST_ELEMENTS;
  signature_destroy(&signature);
  return fits;
}

Status sized_pair_compare(const SizedPair *pair, const char *name, int64_t size) {
  Status status = STATUS_OK;
  Signature signature = {0};
  TRY(read_sized(pair, name, size, &signature));
  TRY(compare_filled(&signature, pair->untouched, pair->tuned, signature.argument_count,
                     pair->tolerance_scale));
cleanup:
  signature_destroy(&signature);
  return status;
}

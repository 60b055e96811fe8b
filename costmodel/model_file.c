// Reading and writing the header of a model file.
#include "costmodel/model_file.h"

#include "base/text.h"
#include "costmodel/features.h"
#include <stdlib.h>
#include <string.h>

// The header, all numbers little-endian:
//   0 magic | 16 version u32 | 20 kind u32 | 24 schema hash u64 | 32 features u32 | 36 names u32
//   40 trees u64 | 48 checksum u64 | 56 names, each terminated | trees
static const char magic[16] = "autotune model\n";
enum {
  FORMAT_VERSION = 1,
  AT_VERSION = 16,
  AT_KIND = 20,
  AT_SCHEMA = 24,
  AT_FEATURES = 32,
  AT_NAMES_BYTES = 36,
  AT_TREES_BYTES = 40,
  AT_CHECKSUM = 48,
  HEADER_BYTES = 56,
};

void model_put_number(unsigned char *at, uint64_t value, int bytes) {
  for (int n = 0; n < bytes; n++)
    at[n] = (unsigned char)(value >> 8 * n);
}

uint64_t model_get_number(const unsigned char *at, int bytes) {
  uint64_t value = 0;
  for (int n = bytes - 1; n >= 0; n--)
    value = value << 8 | at[n];
  return value;
}

static uint64_t checksum(const unsigned char *bytes, size_t size) {
  uint64_t hash = text_hash(TEXT_HASH_START, bytes, AT_CHECKSUM);
  return text_hash(hash, bytes + HEADER_BYTES, size - HEADER_BYTES);
}

Status model_file_write(ModelKind kind, ModelSchema schema, const void *trees, size_t trees_bytes,
                        unsigned char **out_bytes, size_t *out_size) {
  size_t names_bytes = 0;
  for (size_t n = 0; n < schema.count; n++)
    names_bytes += strlen(schema.names[n]) + 1;
  size_t size = HEADER_BYTES + names_bytes + trees_bytes;
  unsigned char *bytes = malloc(size);
  if (!bytes)
    return status_fail(STATUS_SYSTEM, "no memory for a model of %zu bytes", size);
  memcpy(bytes, magic, sizeof(magic));
  model_put_number(bytes + AT_VERSION, FORMAT_VERSION, 4);
  model_put_number(bytes + AT_KIND, kind, 4);
  model_put_number(bytes + AT_SCHEMA, feature_schema_hash(schema.names, schema.count), 8);
  model_put_number(bytes + AT_FEATURES, schema.count, 4);
  model_put_number(bytes + AT_NAMES_BYTES, names_bytes, 4);
  model_put_number(bytes + AT_TREES_BYTES, trees_bytes, 8);
  unsigned char *at = bytes + HEADER_BYTES;
  for (size_t n = 0; n < schema.count; n++) {
    size_t length = strlen(schema.names[n]) + 1;
    memcpy(at, schema.names[n], length);
    at += length;
  }
  memcpy(at, trees, trees_bytes);
  model_put_number(bytes + AT_CHECKSUM, checksum(bytes, size), 8);
  *out_bytes = bytes;
  *out_size = size;
  return STATUS_OK;
}

static Status check_header(const unsigned char *bytes, size_t size) {
  if (size < sizeof(magic) || memcmp(bytes, magic, sizeof(magic)) != 0)
    return status_fail(STATUS_MODEL, "not a model file of autotune");
  if (size < HEADER_BYTES)
    return status_fail(STATUS_MODEL, "model file ends in its header");
  uint64_t version = model_get_number(bytes + AT_VERSION, 4);
  uint64_t kind = model_get_number(bytes + AT_KIND, 4);
  if (version != FORMAT_VERSION)
    return status_fail(STATUS_MODEL, "model file has format %u, this program reads format %d",
                       (unsigned)version, FORMAT_VERSION);
  uint64_t names_bytes = model_get_number(bytes + AT_NAMES_BYTES, 4);
  uint64_t trees_bytes = model_get_number(bytes + AT_TREES_BYTES, 8);
  uint64_t rest = size - HEADER_BYTES;
  if (names_bytes > rest || trees_bytes != rest - names_bytes)
    return status_fail(STATUS_MODEL, "model file has %zu bytes, not what its header says", size);
  if (model_get_number(bytes + AT_CHECKSUM, 8) != checksum(bytes, size))
    return status_fail(STATUS_MODEL, "model file is damaged: its checksum differs");
  uint64_t features = model_get_number(bytes + AT_FEATURES, 4);
  if (kind >= MODEL_KIND_COUNT || features == 0 || features > MODEL_MAX_FEATURES)
    return status_fail(STATUS_MODEL, "model file has a header without sense");
  return STATUS_OK;
}

// Names end inside `size` bytes, and there are `count` of them.
static bool names_are_whole(const char *names, size_t size, size_t count) {
  size_t found = 0;
  for (size_t n = 0; n < size; n++)
    found += names[n] == '\0';
  return found == count && size > 0 && names[size - 1] == '\0';
}

Status model_file_read(const void *bytes, size_t size, ModelFile *out_file) {
  const unsigned char *header = bytes;
  Status status = check_header(header, size);
  if (status != STATUS_OK)
    return status;
  size_t names_bytes = model_get_number(header + AT_NAMES_BYTES, 4);
  ModelFile file = {.kind = (ModelKind)model_get_number(header + AT_KIND, 4),
                    .feature_count = model_get_number(header + AT_FEATURES, 4),
                    .names = (const char *)header + HEADER_BYTES,
                    .trees = header + HEADER_BYTES + names_bytes,
                    .trees_bytes = size - HEADER_BYTES - names_bytes};
  if (!names_are_whole(file.names, names_bytes, file.feature_count))
    return status_fail(STATUS_MODEL, "model file has a list of features that is not whole");
  if (text_hash(TEXT_HASH_START, file.names, names_bytes) !=
      model_get_number(header + AT_SCHEMA, 8))
    return status_fail(STATUS_MODEL, "model file has features of another schema than it says");
  *out_file = file;
  return STATUS_OK;
}

static size_t schema_find(ModelSchema schema, const char *name) {
  size_t found = 0;
  while (found < schema.count && strcmp(schema.names[found], name) != 0)
    found++;
  return found;
}

Status model_file_bind(const ModelFile *file, ModelSchema schema, uint32_t *out_columns) {
  const char *name = file->names;
  for (size_t n = 0; n < file->feature_count; n++, name += strlen(name) + 1) {
    bool is_in_place = n < schema.count && strcmp(schema.names[n], name) == 0;
    size_t column = is_in_place ? n : schema_find(schema, name);
    if (column == schema.count)
      return status_fail(STATUS_MODEL,
                         "model file needs the feature '%.60s', which this program does not have",
                         name);
    out_columns[n] = (uint32_t)column;
  }
  return STATUS_OK;
}

// --- scaling

typedef struct Scaling {
  const unsigned char *start;
  unsigned char *copy; // of the bytes from `start` on
  double factor;
} Scaling;

static Status scale_tree(void *context, const TreeArrays *tree) {
  const Scaling *scaling = context;
  unsigned char *conditions = scaling->copy + (tree->conditions - scaling->start);
  for (uint64_t n = 0; n < tree->nodes; n++) {
    TreeNode node = tree_node(tree, n);
    if (node.left < 0)
      tree_set_value(conditions, n, (float)(node.value * scaling->factor));
  }
  return STATUS_OK;
}

Status model_file_scale(const void *bytes, size_t size, double factor, unsigned char **out_bytes) {
  ModelFile file;
  Scaling scaling = {.start = bytes, .factor = factor};
  Status status = STATUS_OK;
  TRY(model_file_read(bytes, size, &file));
  scaling.copy = malloc(size);
  if (!scaling.copy)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a model of %zu bytes", size));
  memcpy(scaling.copy, bytes, size);
  TRY(model_file_check_trees(&file, scale_tree, &scaling));
  model_put_number(scaling.copy + AT_CHECKSUM, checksum(scaling.copy, size), 8);
  *out_bytes = scaling.copy;
  scaling.copy = NULL;
cleanup:
  free(scaling.copy);
  return status;
}

Status model_file_check_trees(const ModelFile *file, TreeSink sink, void *context) {
  static const char *const objectives[MODEL_KIND_COUNT] = {"rank:pairwise", "reg:squarederror"};
  return tree_check(file->trees, file->trees_bytes, file->feature_count, objectives[file->kind],
                    sink, context);
}

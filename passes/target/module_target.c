// Attributes are read from the outermost op inwards, so that inner ones go before outer ones.
#include "passes/target/module_target.h"

#include "machine/architecture.h"
#include "machine/llvm_processor.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/target/target_attribute_shim.h"
#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LEAST = 1 << 10, CORES_MOST = 1 << 16, INDEX_BITS = 64 };
static const int64_t CACHE_MOST = INT64_C(1) << 36;

typedef struct Reading {
  LlvmProcessor processor;
  ModuleTarget *out;
  const char *attribute;                        // being read
  char processor_origin[96], device_origin[96]; // attributes that said something, by what they said
  int64_t cache_bytes[TARGET_MAX_CACHES];       // 0: not said
  int64_t vector_bits, cores;                   // 0: not said
  bool is_data_cache;                           // "L1d" is read, not "L1"
  bool is_function;                             // the op whose attributes are read
  int level;                                    // cache whose map is read, from 0
} Reading;

// --- values

static bool is_key(MlirStringRef key, const char *text) {
  return mlirStringRefEqual(key, ir_string(text));
}

static bool read_text(MlirAttribute value, MlirStringRef *out_text) {
  if (mlirAttributeIsNull(value) || !mlirAttributeIsAString(value))
    return false;
  *out_text = mlirStringAttrGetValue(value);
  return true;
}

// Of an attribute of integer type, whatever its sign.
static bool integer_of(MlirAttribute value, int64_t *out_value) {
  MlirType type = mlirAttributeGetType(value);
  if (!mlirTypeIsAInteger(type)) {
    *out_value = mlirIntegerAttrGetValueInt(value); // index
    return true;
  }
  if (mlirIntegerTypeGetWidth(type) > 64)
    return false;
  *out_value = mlirIntegerTypeIsUnsigned(type) ? (int64_t)mlirIntegerAttrGetValueUInt(value)
               : mlirIntegerTypeIsSigned(type) ? mlirIntegerAttrGetValueSInt(value)
                                               : mlirIntegerAttrGetValueInt(value);
  return true;
}

// A text of digits counts as well.
static bool read_number(MlirAttribute value, int64_t *out_value) {
  MlirStringRef text;
  char digits[24], *end;
  if (mlirAttributeIsNull(value))
    return false;
  if (mlirAttributeIsAInteger(value))
    return integer_of(value, out_value);
  if (!read_text(value, &text) || text.length == 0 || text.length >= sizeof digits)
    return false;
  snprintf(digits, sizeof digits, "%.*s", (int)text.length, text.data);
  *out_value = strtoll(digits, &end, 10);
  return *end == '\0';
}

// --- notes

static bool list_has(const char *list, const char *text) {
  size_t length = strlen(text);
  for (const char *at = list; (at = strstr(at, text)) != NULL; at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
      return true;
  return false;
}

static void list_add(char *list, size_t size, const char *text) {
  size_t used = strlen(list);
  if (*text && !list_has(list, text))
    snprintf(list + used, size - used, "%s%s", used ? ", " : "", text);
}

static void ignore(Reading *reading, MlirStringRef key, const char *why) {
  char text[128];
  snprintf(text, sizeof text, "%.*s, which is %s", (int)(key.length < 48 ? key.length : 48),
           key.data, why);
  list_add(reading->out->ignored, sizeof reading->out->ignored, text);
}

static void use_processor(Reading *reading) {
  list_add(reading->processor_origin, sizeof reading->processor_origin, reading->attribute);
}

// `why` ends in the names of our architectures.
static void refuse(Reading *reading, const char *why) {
  if (reading->processor.foreign[0])
    return;
  snprintf(reading->processor.foreign, sizeof reading->processor.foreign, "%s %s", why,
           architecture_names().text);
  use_processor(reading);
}

static void store_number(Reading *reading, MlirStringRef key, MlirAttribute value, int64_t low,
                         int64_t high, int64_t *out) {
  int64_t number;
  if (!read_number(value, &number)) {
    ignore(reading, key, "no number");
  } else if (number < low || number > high) {
    ignore(reading, key, "out of range");
  } else {
    *out = number;
    list_add(reading->device_origin, sizeof reading->device_origin, reading->attribute);
  }
}

// --- processors

static void read_feature(MlirStringRef feature, MlirAttribute value, void *user) {
  (void)value;
  Reading *reading = user;
  llvm_processor_read_features(&reading->processor, feature.data, feature.length);
}

static void read_features(Reading *reading, const char *name, MlirAttribute value) {
  MlirStringRef text;
  if (target_attribute_kind(value) == TARGET_ATTRIBUTE_FEATURES)
    target_attribute_each(value, read_feature, reading);
  else if (read_text(value, &text))
    llvm_processor_read_features(&reading->processor, text.data, text.length);
  else
    return ignore(reading, ir_string(name), "no list of features");
  use_processor(reading);
}

typedef void ReadWord(LlvmProcessor *processor, const char *text, size_t length);

static void read_word(Reading *reading, const char *name, MlirAttribute value, ReadWord *read) {
  MlirStringRef text;
  if (!read_text(value, &text))
    return ignore(reading, ir_string(name), "no text");
  read(&reading->processor, text.data, text.length);
  const Architecture *architecture = reading->processor.architecture;
  bool is_other = architecture != NULL && architecture != target_default()->architecture;
  if (reading->processor.cpu[0] || reading->processor.foreign[0] || is_other)
    use_processor(reading);
}

// What was said before of another processor no longer counts.
static void read_cpu(Reading *reading, const char *name, MlirAttribute value) {
  if (!reading->processor.foreign[0])
    reading->processor_origin[0] = '\0';
  read_word(reading, name, value, llvm_processor_read_cpu);
}

// What #llvm.target and a device may say beside a triple.
static void read_processor_entry(MlirStringRef key, MlirAttribute value, void *user) {
  if (is_key(key, "chip"))
    read_cpu(user, "chip", value);
  else if (is_key(key, "features"))
    read_features(user, "features", value);
}

// --- dlti

// "L1" and "L1d" are the first level; of both, data counts.
static int cache_level(MlirStringRef key) {
  bool is_data = key.length == 3 && key.data[2] == 'd';
  if (!(key.length == 2 || is_data) || key.data[0] != 'L')
    return -1;
  int level = key.data[1] - '1';
  return level >= 0 && level < TARGET_MAX_CACHES ? level : -1;
}

static void read_cache_entry(MlirStringRef key, MlirAttribute value, void *user) {
  Reading *reading = user;
  if (is_key(key, "size_in_bytes"))
    store_number(reading, key, value, CACHE_LEAST, CACHE_MOST,
                 &reading->cache_bytes[reading->level]);
}

// The entry of a map "cache", in two walks: of "L1" and of "L1d", which goes before it.
static void read_cache(MlirStringRef key, MlirAttribute value, void *user) {
  Reading *reading = user;
  reading->level = cache_level(key);
  if (reading->level >= 0 && (key.length == 3) == reading->is_data_cache)
    target_attribute_each(value, read_cache_entry, reading);
}

static void read_caches(Reading *reading, MlirStringRef key, MlirAttribute value) {
  if (target_attribute_kind(value) != TARGET_ATTRIBUTE_MAP)
    return ignore(reading, key, "no map");
  reading->is_data_cache = false;
  target_attribute_each(value, read_cache, reading);
  reading->is_data_cache = true;
  target_attribute_each(value, read_cache, reading);
}

static void read_device_entry(MlirStringRef key, MlirAttribute value, void *user) {
  static const char *const sizes[TARGET_MAX_CACHES] = {
      "L1_cache_size_in_bytes", "L2_cache_size_in_bytes", "L3_cache_size_in_bytes"};
  Reading *reading = user;
  for (int c = 0; c < TARGET_MAX_CACHES; c++)
    if (is_key(key, sizes[c]))
      store_number(reading, key, value, CACHE_LEAST, CACHE_MOST, &reading->cache_bytes[c]);
  if (is_key(key, "cache"))
    read_caches(reading, key, value);
  else if (is_key(key, "max_vector_op_width") || is_key(key, "max_vector_width"))
    store_number(reading, key, value, 128, INT32_MAX, &reading->vector_bits);
  else if (is_key(key, "num_threads"))
    store_number(reading, key, value, 1, CORES_MOST, &reading->cores);
  else
    read_processor_entry(key, value, reading);
}

static void read_device(MlirStringRef key, MlirAttribute value, void *user) {
  if (is_key(key, "CPU"))
    target_attribute_each(value, read_device_entry, user);
}

static void read_layout_entry(MlirStringRef key, MlirAttribute value, void *user) {
  Reading *reading = user;
  MlirStringRef text;
  int64_t bits;
  if (is_key(key, "dlti.endianness") && read_text(value, &text) && !is_key(text, "little"))
    refuse(reading, "dlti.endianness is other than the little one of");
  else if (is_key(key, "index") && (!read_number(value, &bits) || bits != INDEX_BITS))
    refuse(reading, "index has other than the 64 bits of");
}

// --- triples

static void read_triple(Reading *reading, const char *name, MlirAttribute value) {
  read_word(reading, name, value, llvm_processor_read_triple);
}

static void read_triple_entry(MlirStringRef key, MlirAttribute value, void *user) {
  if (is_key(key, "triple"))
    read_triple(user, "triple", value);
}

static void read_device_triple(MlirStringRef key, MlirAttribute value, void *user) {
  if (is_key(key, "CPU"))
    target_attribute_each(value, read_triple_entry, user);
}

static void read_triple_by_kind(Reading *reading, MlirAttribute value) {
  TargetAttributeKind kind = target_attribute_kind(value);
  if (kind == TARGET_ATTRIBUTE_LLVM)
    target_attribute_each(value, read_triple_entry, reading);
  else if (kind == TARGET_ATTRIBUTE_SYSTEM || kind == TARGET_ATTRIBUTE_MAP)
    target_attribute_each(value, read_device_triple, reading);
}

// --- the attributes of an op

static void read_by_kind(Reading *reading, MlirAttribute value) {
  switch (target_attribute_kind(value)) {
  case TARGET_ATTRIBUTE_LAYOUT:
    target_attribute_each(value, read_layout_entry, reading);
    break;
  case TARGET_ATTRIBUTE_SYSTEM:
  case TARGET_ATTRIBUTE_MAP:
    target_attribute_each(value, read_device, reading);
    break;
  case TARGET_ATTRIBUTE_LLVM:
    target_attribute_each(value, read_processor_entry, reading);
    break;
  default:
    break;
  }
}

static void read_attribute_of(Reading *reading, MlirOperation op, const char *name,
                              void (*read)(Reading *reading, const char *name,
                                           MlirAttribute value)) {
  MlirAttribute value = mlirOperationGetAttributeByName(op, ir_string(name));
  reading->attribute = name;
  if (!mlirAttributeIsNull(value))
    read(reading, name, value);
}

static void read_data_layout(Reading *reading, const char *name, MlirAttribute value) {
  read_word(reading, name, value, llvm_processor_read_layout);
}

// Entries ["target-cpu", NAME] and ["target-features", LIST], the name first.
static void read_passthrough(Reading *reading, const char *name, MlirAttribute value) {
  static const char *const keys[] = {"target-cpu", "target-features"};
  intptr_t count = mlirAttributeIsAArray(value) ? mlirArrayAttrGetNumElements(value) : 0;
  MlirStringRef key;
  for (int k = 0; k < 2; k++)
    for (intptr_t i = 0; i < count; i++) {
      MlirAttribute entry = mlirArrayAttrGetElement(value, i);
      if (!mlirAttributeIsAArray(entry) || mlirArrayAttrGetNumElements(entry) != 2 ||
          !read_text(mlirArrayAttrGetElement(entry, 0), &key) || !is_key(key, keys[k]))
        continue;
      (k == 0 ? read_cpu : read_features)(reading, name, mlirArrayAttrGetElement(entry, 1));
      reading->out->is_of_function |= reading->is_function;
    }
}

static bool has_attribute(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string(name)));
}

// Attributes of interfaces count under any name, as MLIR finds them.
static void read_interfaces(Reading *reading, MlirOperation op,
                            void (*read)(Reading *reading, MlirAttribute value)) {
  char name[64];
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(op); i++) {
    MlirNamedAttribute attribute = mlirOperationGetDiscardableAttribute(op, i);
    MlirStringRef text = mlirIdentifierStr(attribute.name);
    snprintf(name, sizeof name, "%.*s", (int)(text.length < 63 ? text.length : 63), text.data);
    reading->attribute = name;
    read(reading, attribute.attribute);
  }
}

static void read_triples(Reading *reading, MlirOperation op) {
  read_interfaces(reading, op, read_triple_by_kind);
  read_attribute_of(reading, op, "llvm.target_triple", read_triple);
}

static void read_words(Reading *reading, MlirOperation op) {
  reading->is_function = has_attribute(op, "function_type");
  reading->out->is_of_function |= reading->is_function && (has_attribute(op, "target_cpu") ||
                                                           has_attribute(op, "target_features"));
  read_interfaces(reading, op, read_by_kind);
  read_attribute_of(reading, op, "llvm.data_layout", read_data_layout);
  read_attribute_of(reading, op, "llvm.target_cpu", read_cpu);
  read_attribute_of(reading, op, "llvm.target_features", read_features);
  read_attribute_of(reading, op, "passthrough", read_passthrough);
  read_attribute_of(reading, op, "target_cpu", read_cpu);
  read_attribute_of(reading, op, "target_features", read_features);
}

static void read_around(Reading *reading, MlirOperation op, MlirOperation outer,
                        void (*read)(Reading *reading, MlirOperation op)) {
  if (mlirOperationIsNull(op)) {
    if (!mlirOperationIsNull(outer))
      read_around(reading, outer, (MlirOperation){NULL}, read);
    return;
  }
  read_around(reading, mlirOperationGetParentOperation(op), outer, read);
  read(reading, op);
}

// --- the target

// A width tells the level where no processor is named; else it is a limit.
static Status make_target(const Reading *reading, Target *out_target) {
  const Architecture *architecture = reading->processor.architecture;
  const Target *row = architecture ? architecture->default_row : target_default();
  Target *target = out_target;
  if (reading->vector_bits && !llvm_processor_is_named(&reading->processor))
    row = row->architecture->row_of_width(reading->vector_bits);
  Status status = llvm_processor_target(&reading->processor, row, target);
  if (status != STATUS_OK)
    return status;
  if (reading->vector_bits)
    target->vector_bits = target_bits_within(target, reading->vector_bits);
  for (int c = 0; c < target->cache_count; c++)
    if (reading->cache_bytes[c])
      target->cache_bytes[c] = reading->cache_bytes[c];
  if (reading->cores)
    target->cores = (int32_t)reading->cores;
  return STATUS_OK;
}

// Texts of attributes may hold anything; a remark is one line.
static void keep_to_line(char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ')
      *text = '?';
}

void module_target_read(MlirOperation op, MlirOperation outer, ModuleTarget *out_target) {
  *out_target = (ModuleTarget){0};
  Reading reading = {.out = out_target};
  read_around(&reading, op, outer, read_triples); // they say what the words of the others mean
  read_around(&reading, op, outer, read_words);
  if (make_target(&reading, &out_target->target) != STATUS_OK)
    snprintf(out_target->foreign, sizeof out_target->foreign, "%s", status_text());
  list_add(out_target->ignored, sizeof out_target->ignored, reading.processor.ignored);
  list_add(out_target->origin, sizeof out_target->origin, reading.processor_origin);
  list_add(out_target->origin, sizeof out_target->origin, reading.device_origin);
  keep_to_line(out_target->origin);
  keep_to_line(out_target->foreign);
  keep_to_line(out_target->ignored);
}

TargetText target_text(const Target *target) {
  TargetText text;
  target_print(target, text.bytes, sizeof text.bytes);
  return text;
}

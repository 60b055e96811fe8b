// Processors in the words of LLVM. Each line of the input is NAME=VALUE. A NAME with colons is a
// path of maps of dlti ("CPU:cache:L1:size_in_bytes"), "layout:KEY" an entry of #dlti.dl_spec,
// "llvm:chip" of #llvm.target; any other one is an attribute with a text. A value of digits, or of
// digits and a type ("512:ui32"), is a number. What a line says of a processor also goes to the
// reader of plain texts.
#include "base/text.h"
#include "machine/llvm_processor.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "passes/target/module_target.h"
#include "test/fuzz/fuzz.h"
#include "transforms/ir.h"

enum { CONTEXT_RUNS = 5000, MOST_LINES = 24, ATTRIBUTE_BYTES = 1 << 14 };

typedef struct Line {
  const char *name, *value;
} Line;

static int read_lines(char *text, Line lines[MOST_LINES]) {
  int count = 0;
  for (char *next = text; next && count < MOST_LINES;) {
    char *line = next, *end = strchr(line, '\n'), *equals;
    next = end ? end + 1 : NULL;
    if (end)
      *end = '\0';
    if ((equals = strchr(line, '=')) == NULL)
      continue;
    *equals = '\0';
    lines[count++] = (Line){line, equals + 1};
  }
  return count;
}

static void demand_target(const Target *target, const char *what) {
  char printed[TARGET_TEXT_BYTES], again[TARGET_TEXT_BYTES];
  Target second;
  fuzz_demand(target_print(target, printed, sizeof printed) < (int)sizeof printed, "it fits");
  fuzz_demand(target_parse(printed, &second) == STATUS_OK, what);
  target_print(&second, again, sizeof again);
  fuzz_demand(!strcmp(printed, again), what);
}

// --- plain texts

static void read_plain(LlvmProcessor *processor, const Line *line) {
  size_t length = strlen(line->value);
  if (strstr(line->name, "cpu") || strstr(line->name, "chip"))
    llvm_processor_read_cpu(processor, line->value, length);
  else if (strstr(line->name, "features"))
    llvm_processor_read_features(processor, line->value, length);
  else if (strstr(line->name, "triple"))
    llvm_processor_read_triple(processor, line->value, length);
  else if (strstr(line->name, "layout"))
    llvm_processor_read_layout(processor, line->value, length);
}

static void check_plain(const Line *lines, int count) {
  LlvmProcessor processor = {0};
  Target target;
  for (int n = 0; n < count; n++) {
    read_plain(&processor, &lines[n]);
    LlvmProcessor once = processor;
    read_plain(&processor, &lines[n]);
    fuzz_demand(once.added == processor.added && once.denied == processor.denied &&
                    once.limits == processor.limits && once.architecture == processor.architecture,
                "a text that is read twice says no more");
  }
  if (llvm_processor_target(&processor, target_default(), &target) == STATUS_OK)
    demand_target(&target, "the target of a processor is read again");
}

// --- attributes

static void write_quoted(TextWriter *writer, const char *bytes, size_t length) {
  text_write(writer, "\"");
  for (size_t n = 0; n < length; n++)
    text_write(writer, "\\%02X", (unsigned char)bytes[n]);
  text_write(writer, "\"");
}

static void write_value(TextWriter *writer, const char *value) {
  static const char *const types[] = {"i1", "i8", "i32", "i64", "i128", "ui32", "si64", "index"};
  size_t digits = strspn(value, "0123456789");
  const char *type = value[digits] == ':' ? value + digits + 1 : value[digits] ? "" : "i64";
  for (size_t n = 0; digits > 0 && digits < 20 && n < sizeof types / sizeof *types; n++)
    if (!strcmp(type, types[n])) {
      text_write(writer, "%.*s : %s", (int)digits, value, type);
      return;
    }
  write_quoted(writer, value, strlen(value));
}

// A list of features as their attribute takes them: each with its sign.
static void write_features(TextWriter *writer, const char *list) {
  bool is_first = true;
  text_write(writer, "<[");
  for (size_t length; *list; list += length + (list[length] == ',')) {
    length = strcspn(list, ",");
    if (length < 2 || (*list != '+' && *list != '-'))
      continue;
    text_write(writer, is_first ? "" : ", ");
    write_quoted(writer, list, length);
    is_first = false;
  }
  text_write(writer, "]>");
}

static void write_maps(TextWriter *writer, const char *path, const char *value) {
  int depth = 1;
  for (const char *colon; (colon = strchr(path, ':')) != NULL; path = colon + 1, depth++) {
    text_write(writer, "#dlti.map<");
    write_quoted(writer, path, (size_t)(colon - path));
    text_write(writer, " = ");
  }
  text_write(writer, "#dlti.map<");
  write_quoted(writer, path, strlen(path));
  text_write(writer, " = ");
  write_value(writer, value);
  while (depth-- > 0)
    text_write(writer, ">");
}

static void write_attribute(TextWriter *writer, const Line *line) {
  const char *colon = strchr(line->name, ':');
  if (!strcmp(line->name, "target_features") && strchr("+-", line->value[0])) {
    text_write(writer, "#llvm.target_features");
    write_features(writer, line->value);
  } else if (!strcmp(line->name, "llvm:features")) {
    text_write(writer, "#llvm.target<triple = \"x86_64\", chip = \"\", features = ");
    write_features(writer, line->value);
    text_write(writer, ">");
  } else if (!strcmp(line->name, "llvm:chip")) {
    text_write(writer, "#llvm.target<triple = \"x86_64\", chip = ");
    write_quoted(writer, line->value, strlen(line->value));
    text_write(writer, ">");
  } else if (!strcmp(line->name, "layout:index") || !strcmp(line->name, "layout:dlti.endianness")) {
    text_write(writer, strstr(line->name, "index") ? "#dlti.dl_spec<index = "
                                                   : "#dlti.dl_spec<\"dlti.endianness\" = ");
    write_value(writer, line->value);
    text_write(writer, ">");
  } else if (colon) {
    write_maps(writer, line->name, line->value);
  } else {
    write_value(writer, line->value);
  }
}

static MlirLogicalResult keep_quiet(MlirDiagnostic diagnostic, void *user) {
  (void)diagnostic;
  (void)user;
  return mlirLogicalResultSuccess();
}

// A context keeps every text that it has seen, so it is made anew now and then.
static MlirContext context_at_hand(void) {
  static MlirContext context;
  static int runs;
  if (runs++ % CONTEXT_RUNS != 0)
    return context;
  if (context.ptr)
    mlirContextDestroy(context);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, keep_quiet, NULL, NULL);
  mlirContextGetOrLoadDialect(context, ir_string("dlti"));
  mlirContextGetOrLoadDialect(context, ir_string("llvm"));
  return context;
}

static void set_attribute(MlirContext context, MlirOperation op, const Line *line, int place) {
  static char text[ATTRIBUTE_BYTES];
  char name[32];
  TextWriter writer = text_writer(text, sizeof text);
  write_attribute(&writer, line);
  MlirAttribute value = writer.length < sizeof text
                            ? mlirAttributeParseGet(context, ir_string(text))
                            : (MlirAttribute){NULL};
  snprintf(name, sizeof name, "any.%d", place);
  if (!mlirAttributeIsNull(value) && line->name[0])
    mlirOperationSetDiscardableAttributeByName(
        op, ir_string(strchr(line->name, ':') ? name : line->name), value);
}

static bool is_line(const char *text, size_t size) {
  if (memchr(text, '\0', size) == NULL)
    return false;
  for (; *text; text++)
    if ((unsigned char)*text < ' ')
      return false;
  return true;
}

static void check_module(const Line *lines, int count) {
  MlirContext context = context_at_hand();
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  MlirOperation op = mlirModuleGetOperation(module);
  ModuleTarget named;
  for (int n = 0; n < count; n++)
    set_attribute(context, op, &lines[n], n);
  module_target_read(op, (MlirOperation){NULL}, &named);
  fuzz_demand(is_line(named.origin, sizeof named.origin) &&
                  is_line(named.foreign, sizeof named.foreign) &&
                  is_line(named.ignored, sizeof named.ignored),
              "what is said of a module is a line");
  if (!named.foreign[0])
    demand_target(&named.target, "the target of a module is read again");
  mlirModuleDestroy(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Line lines[MOST_LINES];
  char *text = fuzz_text(bytes, size);
  int count = read_lines(text, lines);
  check_plain(lines, count);
  check_module(lines, count);
  free(text);
  return 0;
}

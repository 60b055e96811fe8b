// CInterface: how C sees the public functions of a module: one C function each, on plain pointers
// and scalars, and the header that declares them.
#include "tools/compile/c_interface.h"

#include "base/text.h"
#include "transforms/ir.h"
#include "transforms/lowering/arena/buffer_arena.h"
#include "transforms/lowering/share/c_functions.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- names

static void make_identifier(const char *text, char out_name[C_NAME_BYTES]) {
  size_t used = isdigit((unsigned char)*text) || !*text ? 1 : 0;
  out_name[0] = '_';
  for (; *text && used + 1 < C_NAME_BYTES; text++)
    out_name[used++] = isalnum((unsigned char)*text) ? *text : '_';
  out_name[used] = 0;
}

static void name_function(const CInterface *interface, CFunction *function) {
  char name[C_NAME_BYTES], both[2 * C_NAME_BYTES];
  snprintf(both, sizeof both, "%s_%s", interface->prefix, function->signature.name);
  make_identifier(both, name);
  memcpy(function->c_name, name, sizeof name);
}

static bool has_name(const CFunction *function, const CFunction *other, const char *suffix) {
  size_t length = strlen(other->c_name);
  return !strncmp(function->c_name, other->c_name, length) &&
         !strcmp(function->c_name + length, suffix);
}

// Whether one of the names that belong to `other` is that of `function`, which comes `is_later`.
static Status check_pair(const CFunction *other, const CFunction *function, bool is_later) {
  if ((is_later && has_name(function, other, "")) || has_name(function, other, C_IN_SUFFIX) ||
      has_name(function, other, C_BYTES_SUFFIX))
    return status_fail(STATUS_USAGE, "@%s and @%s would both be %s in C; rename one",
                       TEXT_SYMBOL(other->signature.name), TEXT_SYMBOL(function->signature.name),
                       function->c_name);
  return STATUS_OK;
}

static Status check_names(const CInterface *interface) {
  static const char *const taken[] = {"version", "status_text"};
  Status status = STATUS_OK;
  for (int i = 0; i < interface->count; i++) {
    const CFunction *function = &interface->functions[i];
    for (int j = 0; j < interface->count; j++)
      TRY(check_pair(&interface->functions[j], function, j < i));
    for (int j = 0; j < 2; j++)
      if (!strcmp(function->signature.name, taken[j]))
        return status_fail(STATUS_USAGE, "@%s: %s is a function of every library; rename it",
                           taken[j], function->c_name);
  }
cleanup:
  return status;
}

// PREFIX as macros begin.
static void make_upper(const char *name, char out_name[C_NAME_BYTES]) {
  size_t i = 0;
  for (; name[i]; i++)
    out_name[i] = (char)toupper((unsigned char)name[i]);
  out_name[i] = 0;
}

// --- reading

static Status check_layout(const CFunction *function, MlirType type) {
  int64_t strides[VALUE_MAX_RANK], offset;
  if (!mlirTypeIsAMemRef(type) || mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return STATUS_OK; // of memref<3x0xf32>, MLIR takes the strides for open
  bool is_open =
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      mlirShapedTypeIsDynamicStrideOrOffset(offset);
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type) && !is_open; d++)
    is_open = mlirShapedTypeIsDynamicStrideOrOffset(strides[d]);
  if (!is_open)
    return STATUS_OK;
  IrText text = {.used = 0};
  mlirTypePrint(type, ir_text_add, &text);
  return status_fail(STATUS_UNSUPPORTED,
                     "@%s: type %.200s has no C form: strides and offset are "
                     "not static",
                     TEXT_SYMBOL(function->signature.name), text.bytes);
}

static Status check_types(const CFunction *function, MlirOperation op) {
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("function_type")));
  Status status = STATUS_OK;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type) && status == STATUS_OK; i++)
    status = check_layout(function, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type) && status == STATUS_OK; i++)
    status = check_layout(function, mlirFunctionTypeGetResult(type, i));
  return status;
}

typedef struct Reading {
  MlirModule module;
  CInterface *interface;
  Status status;
} Reading;

static Status read_function(const Reading *reading, const char *name) {
  CInterface *interface = reading->interface;
  CFunction *functions =
      realloc(interface->functions, (size_t)(interface->count + 1) * sizeof *functions);
  if (!functions)
    return status_fail(STATUS_SYSTEM, "no memory for the functions of the module");
  interface->functions = functions;
  CFunction *function = &functions[interface->count];
  *function = (CFunction){0};
  Status status = signature_read(reading->module, name, &function->signature);
  if (status != STATUS_OK)
    return status_fail(status, "@%s: %s", TEXT_SYMBOL(name), status_text());
  interface->count++;
  name_function(interface, function);
  return check_types(function, c_function_mark(reading->module, name));
}

static void visit_function(const char *name, void *user) {
  Reading *reading = user;
  if (reading->status == STATUS_OK)
    reading->status = read_function(reading, name);
}

void c_interface_read_workspaces(MlirModule lowered, CInterface *interface) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(lowered));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    for (int i = 0; i < interface->count && ir_op_is(op, "llvm.func"); i++) {
      CFunction *function = &interface->functions[i];
      if (mlirStringRefEqual(ir_symbol(op), ir_string(function->signature.name)))
        function->workspace_bytes = c_function_workspace_bytes(op);
    }
  }
}

// --- the header

// "double", "int32_t", or, for what C has no type for, "uint16_t".
static void write_c_type(ElementType type, FILE *file) {
  if (type == ELEMENT_F64 || type == ELEMENT_F32)
    fputs(type == ELEMENT_F64 ? "double" : "float", file);
  else
    fprintf(file, "%sint%d_t", element_type_is_half(type) || type == ELEMENT_I1 ? "u" : "",
            (int)(8 * element_type_bytes(type)));
}

static void write_note(ElementType type, FILE *file) {
  if (element_type_is_half(type))
    fprintf(file, ", the bits of %s",
            type == ELEMENT_F16 ? "IEEE binary16" : element_type_name(type));
  else if (type == ELEMENT_I1)
    fputs(", 0 or 1", file);
}

static bool is_row_major(const ValueType *value) {
  int64_t stride = 1;
  for (int d = value->rank - 1; d >= 0; d--) {
    if (value->strides[d] != stride && value->shape[d] > 1)
      return false;
    stride *= value->shape[d];
  }
  return true;
}

static void write_strides(const ValueType *value, FILE *file) {
  fprintf(file, ", strides");
  for (int d = 0; d < value->rank; d++)
    fprintf(file, " %" PRId64, value->strides[d]);
  fprintf(file, " elements");
}

// Within a comment of a line, whatever the name: a control character or a backslash could end it.
static void write_name(const char *name, FILE *file) {
  fprintf(file, ", \"");
  for (; *name; name++)
    fputc((unsigned char)*name < ' ' || *name == 127 || *name == '\\' ? '_' : *name, file);
  fprintf(file, "\"");
}

static void write_value(const char *name, int number, const ValueType *value, const char *use,
                        FILE *file) {
  fprintf(file, "//   %s%d: ", name, number);
  write_c_type(value->type, file);
  for (int d = 0; d < value->rank; d++)
    fprintf(file, "[%" PRId64 "]", value->shape[d]);
  if (value->is_buffer && value->rank == 0)
    fprintf(file, "[1]");
  write_note(value->type, file);
  fprintf(file, ", %s", use);
  if (!is_row_major(value))
    write_strides(value, file);
  if (value->offset)
    fprintf(file, ", from element %" PRId64 " on", value->offset);
  if (*value->name)
    write_name(value->name, file);
  fprintf(file, "\n");
}

static void write_parameter(const char *name, int number, const ValueType *value, bool is_read_only,
                            const char *separator, FILE *file) {
  bool is_pointer = value->is_buffer || !strcmp(name, "result");
  fprintf(file, "%s%s", separator, is_read_only && is_pointer ? "const " : "");
  write_c_type(value->type, file);
  fprintf(file, " %s%s%d", is_pointer ? "*" : "", name, number);
}

// How the function uses its argument `i`; `packed`: those before it that came packed.
static void describe_use(const CFunction *function, int i, int packed, char *out_text,
                         size_t size) {
  const ValueType *value = &function->signature.arguments[i];
  if (value->is_packed) // the results of @f_prepack are these arguments, in order
    snprintf(out_text, size, "read, what %s_prepack writes to result%d", function->c_name, packed);
  else
    snprintf(out_text, size, "%s",
             !value->is_buffer   ? "by value"
             : value->is_written ? "read and written as the function says"
                                 : "read");
}

static void write_values(const CFunction *function, FILE *file) {
  const Signature *signature = &function->signature;
  char use[C_NAME_BYTES + 64];
  int packed = 0;
  fprintf(file, "\n// @%s\n", TEXT_SYMBOL(signature->name));
  for (int i = 0; i < signature->argument_count; i++) {
    describe_use(function, i, packed, use, sizeof use);
    packed += signature->arguments[i].is_packed;
    write_value("arg", i, &signature->arguments[i], use, file);
  }
  for (int i = 0; i < signature->result_count; i++)
    write_value("result", i, &signature->results[i], "written", file);
}

static void write_prototype(const CFunction *function, const char *suffix, const char *first,
                            FILE *file) {
  const Signature *signature = &function->signature;
  const char *separator = *first ? ", " : "";
  int count = signature->argument_count + signature->result_count;
  fprintf(file, "int %s%s(%s", function->c_name, suffix, *first || count ? first : "void");
  for (int i = 0; i < signature->argument_count; i++, separator = ", ")
    write_parameter("arg", i, &signature->arguments[i], !signature->arguments[i].is_written,
                    separator, file);
  for (int i = 0; i < signature->result_count; i++, separator = ", ")
    write_parameter("result", i, &signature->results[i], false, separator, file);
  fprintf(file, ");\n");
}

static void write_function(const CFunction *function, FILE *file) {
  write_values(function, file);
  if (function->workspace_bytes)
    fprintf(file, "//   workspace: %" PRId64 " bytes, aligned to %d\n", function->workspace_bytes,
            BUFFER_ALIGNMENT);
  write_prototype(function, "", "", file);
  write_prototype(function, C_IN_SUFFIX, "void *workspace", file);
  fprintf(file, "size_t %s" C_BYTES_SUFFIX "(void);\n", function->c_name);
}

static void write_statuses(const CInterface *interface, FILE *file) {
  char upper[C_NAME_BYTES];
  make_upper(interface->prefix, upper);
  fprintf(file, "\n// What every function of the model returns.\nenum {\n");
#define X(name, number, meaning)                                                                   \
  fprintf(file, "  %s_" #name " = " #number ", // " meaning "\n", upper);
  C_STATUSES(X)
#undef X
  fprintf(file,
          "};\n\n// The status in words. The text stays for ever.\n"
          "const char *%s_status_text(int status);\n\n"
          "// What the library answers; equal to the macro when this header belongs to it.\n"
          "#define %s_VERSION \"%s\"\n"
          "const char *%s_version(void);\n",
          interface->prefix, upper, interface->version, interface->prefix);
}

bool c_interface_write_header(const CInterface *interface, const char *processor, FILE *file) {
  const char *prefix = interface->prefix;
  fprintf(
      file,
      "// %s: made by `autotune compile`, for the processor %s.\n"
      "//\n"
      "// Arrays are row-major and contiguous unless a line says otherwise, and need the\n"
      "// alignment of their elements; 64 bytes are fastest. The caller owns them all. A result\n"
      "// must not overlap an argument or another result. Several threads may call at once.\n"
      "//\n"
      "// A function allocates memory for its temporary buffers and frees it. The one whose name\n"
      "// ends in _in has those whose size and place are fixed in memory of the caller instead:\n"
      "// NAME_workspace_bytes() bytes, aligned to %d, that overlap nothing else and no other "
      "call\n"
      "// uses meanwhile. What is in them before and after means nothing. Where that is 0, the\n"
      "// workspace may be null.\n"
      "#ifndef AUTOTUNE_MODEL_%s_H\n#define AUTOTUNE_MODEL_%s_H\n\n#include <stddef.h>\n"
      "#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n",
      prefix, processor, BUFFER_ALIGNMENT, prefix, prefix);
  write_statuses(interface, file);
  for (int i = 0; i < interface->count; i++)
    write_function(&interface->functions[i], file);
  fprintf(file, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  return !ferror(file);
}

// --- the whole

// Header and library belong together when all that a caller relies on is equal.
static void set_version(CInterface *interface) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream)
    return;
  for (int i = 0; i < interface->count; i++)
    write_function(&interface->functions[i], stream);
  fclose(stream);
  snprintf(interface->version, sizeof interface->version, "autotune %s, interface %016" PRIx64,
           AUTOTUNE_VERSION, text_hash(TEXT_HASH_START, text, size));
  free(text);
}

Status c_interface_create(MlirModule module, const char *prefix, CInterface *out_interface) {
  Status status = STATUS_OK;
  CInterface interface = {.count = 0};
  Reading reading = {module, &interface, STATUS_OK};
  make_identifier(prefix, interface.prefix);
  signature_each_function(module, visit_function, &reading);
  TRY(reading.status);
  if (interface.count == 0)
    TRY(status_fail(STATUS_USAGE, "the module has no public function with a body%s",
                    signature_nested_hint(module)));
  TRY(check_names(&interface));
  set_version(&interface);
  *out_interface = interface;
  return STATUS_OK;
cleanup:
  c_interface_destroy(&interface);
  return status;
}

void c_interface_destroy(CInterface *interface) {
  for (int i = 0; i < interface->count; i++)
    signature_destroy(&interface->functions[i].signature);
  free(interface->functions);
  *interface = (CInterface){0};
}

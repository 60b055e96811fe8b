// CHeader: the text of a header, function by function, and the version that it has.
#include "tools/compile/c_header.h"

#include "base/integer.h"
#include "base/text.h"
#include "tools/compile/launch_table.h"
#include "transforms/lowering/arena/buffer_arena.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// PREFIX as macros begin.
static void make_upper(const char *name, char out_name[C_NAME_BYTES]) {
  size_t i = 0;
  for (; name[i]; i++)
    out_name[i] = (char)toupper((unsigned char)name[i]);
  out_name[i] = 0;
}

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

bool c_header_is_row_major(const ValueType *value) {
  int64_t stride = 1;
  for (int d = value->rank - 1; d >= 0; d--) {
    bool is_one = value->shape[d] == 0 || value->shape[d] == 1;
    if (value->strides[d] != stride && value->strides[d] != OPEN_SIZE && !is_one)
      return false;
    stride = stride == OPEN_SIZE || value->shape[d] == OPEN_SIZE
                 ? OPEN_SIZE
                 : integer_multiply(stride, value->shape[d]);
  }
  return true;
}

static void write_strides(const ValueType *value, FILE *file) {
  fprintf(file, ", strides");
  for (int d = 0; d < value->rank; d++)
    if (value->strides[d] == OPEN_SIZE)
      fprintf(file, " as without gaps");
    else
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

// `symbol`: number of the unknown size that it is; -1: none of them.
static void write_extent(const CFunction *function, int64_t extent, int symbol, FILE *file) {
  if (extent != OPEN_SIZE)
    fprintf(file, "[%" PRId64 "]", extent);
  else if (symbol >= 0)
    fprintf(file, "[%s]", function->size_names[symbol]);
  else
    fprintf(file, "[?]");
}

// `symbols` of the dimensions.
static void write_value(const CFunction *function, const char *name, int number,
                        const ValueType *value, const int *symbols, const char *use, FILE *file) {
  fprintf(file, "//   %s%d: ", name, number);
  write_c_type(value->type, file);
  for (int d = 0; d < value->rank; d++)
    write_extent(function, value->shape[d], symbols[d], file);
  if (value->is_buffer && value->rank == 0)
    fprintf(file, "[1]");
  write_note(value->type, file);
  fprintf(file, ", %s", use);
  if (!c_header_is_row_major(value))
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

static void write_sizes(const CFunction *function, FILE *file) {
  const Signature *signature = &function->signature;
  for (int s = 0; s < signature->symbol_count; s++)
    fprintf(file, "//   %s: size of dimension %s, from 0 on\n", function->size_names[s],
            signature->symbols[s]);
}

static void write_result(const CFunction *function, int number, int *next, FILE *file) {
  const ValueType *value = &function->signature.results[number];
  char use[C_NAME_BYTES + 64] = "written";
  int symbols[VALUE_MAX_RANK];
  for (int d = 0; d < value->rank; d++) {
    bool is_open = value->shape[d] == OPEN_SIZE;
    symbols[d] = is_open ? function->result_symbols[(*next)++] : -1;
    if (is_open && symbols[d] < 0)
      snprintf(use, sizeof use, "written, of the shape that %s" C_SHAPES_SUFFIX " tells",
               function->c_name);
  }
  write_value(function, "result", number, value, symbols, use, file);
}

static void write_values(const CFunction *function, FILE *file) {
  const Signature *signature = &function->signature;
  char use[C_NAME_BYTES + 64];
  int packed = 0, next = 0;
  fprintf(file, "\n// @%s\n", TEXT_SYMBOL(signature->name));
  write_sizes(function, file);
  for (int i = 0; i < signature->argument_count; i++) {
    describe_use(function, i, packed, use, sizeof use);
    packed += signature->arguments[i].is_packed;
    write_value(function, "arg", i, &signature->arguments[i], signature->arguments[i].symbols, use,
                file);
  }
  for (int i = 0; i < signature->result_count; i++)
    write_result(function, i, &next, file);
}

// Returns what comes before the next parameter.
static const char *write_size_parameters(const CFunction *function, const char *separator,
                                         FILE *file) {
  for (int s = 0; s < function->signature.symbol_count; s++, separator = ", ")
    fprintf(file, "%sint64_t %s", separator, function->size_names[s]);
  return separator;
}

static void write_prototype(const CFunction *function, const char *suffix, const char *first,
                            FILE *file) {
  const Signature *signature = &function->signature;
  const char *separator = *first ? ", " : "";
  int count = signature->symbol_count + signature->argument_count + signature->result_count;
  fprintf(file, "int %s%s(%s", function->c_name, suffix, *first || count ? first : "void");
  separator = write_size_parameters(function, separator, file);
  for (int i = 0; i < signature->argument_count; i++, separator = ", ")
    write_parameter("arg", i, &signature->arguments[i], !signature->arguments[i].is_written,
                    separator, file);
  for (int i = 0; i < signature->result_count; i++, separator = ", ")
    write_parameter("result", i, &signature->results[i], false, separator, file);
  fprintf(file, ");\n");
}

static void write_shapes_prototype(const CFunction *function, FILE *file) {
  const Signature *signature = &function->signature;
  fprintf(file, "int %s" C_SHAPES_SUFFIX "(", function->c_name);
  const char *separator = write_size_parameters(function, "", file);
  for (int i = 0; i < signature->argument_count; i++)
    if (!signature->arguments[i].is_buffer) {
      write_parameter("arg", i, &signature->arguments[i], false, separator, file);
      separator = ", ";
    }
  for (int i = 0; i < signature->result_count; i++)
    if (signature->results[i].rank > 0) {
      fprintf(file, "%sint64_t result%d[%d]", separator, i, signature->results[i].rank);
      separator = ", ";
    }
  fprintf(file, ");\n");
}

static void write_function(const CFunction *function, bool is_for_device, FILE *file) {
  write_values(function, file);
  if (function->workspace_bytes)
    fprintf(file, "//   workspace: %" PRId64 " bytes, aligned to %d\n", function->workspace_bytes,
            BUFFER_ALIGNMENT);
  write_prototype(function, "", is_for_device ? "void *stream" : "", file);
  write_prototype(function, C_IN_SUFFIX,
                  is_for_device ? "void *stream, void *workspace" : "void *workspace", file);
  fprintf(file, "size_t %s" C_BYTES_SUFFIX "(void);\n", function->c_name);
  if (function->result_symbols && !is_for_device)
    write_shapes_prototype(function, file);
}

static void write_statuses(const CInterface *interface, FILE *file) {
  char upper[C_NAME_BYTES];
  make_upper(interface->prefix, upper);
  fprintf(file, "\n// What every function of the model returns.\nenum {\n");
#define X(name, number, meaning)                                                                   \
  fprintf(file, "  %s_" #name " = " #number ", // " meaning "\n", upper);
  if (interface->is_for_device) {
    DEVICE_STATUSES(X)
  } else {
    C_STATUSES(X)
  }
#undef X
  fprintf(file,
          "};\n\n// The status in words. The text stays for ever.\n"
          "const char *%s_status_text(int status);\n\n"
          "// What the library answers; equal to the macro when this header belongs to it.\n"
          "#define %s_VERSION \"%s\"\n"
          "const char *%s_version(void);\n",
          interface->prefix, upper, interface->version, interface->prefix);
}

static const char host_notes[] =
    "// Arrays are row-major and contiguous unless a line says otherwise, and need the\n"
    "// alignment of their elements; 64 bytes are fastest. The caller owns them all. A result\n"
    "// must not overlap an argument or another result. Several threads may call at once.\n"
    "//\n"
    "// A function allocates memory for its temporary buffers and frees it. The one whose name\n"
    "// ends in _in has those whose size and place are fixed in memory of the caller instead:\n"
    "// NAME_workspace_bytes() bytes, aligned to 64, that overlap nothing else and no other call\n"
    "// uses meanwhile. What is in them before and after means nothing. Where that is 0, the\n"
    "// workspace may be null.\n"
    "//\n"
    "// Where sizes are known at a call only, they come first. NAME_result_shapes() writes what\n"
    "// the shapes of the results will be, so that the caller has memory for them.\n";

static const char device_notes[] =
    "// Arrays are row-major and contiguous, in memory of the GPU, and begin at a multiple of 16\n"
    "// bytes. The caller owns them all. A result must not overlap an argument or another result.\n"
    "//\n"
    "// `stream` is a CUstream (a cudaStream_t) of the context that is current to the thread, or\n"
    "// null. A function starts its kernels on it and returns: the results are there once the\n"
    "// stream has come so far. The first call in a context loads the kernels,\n"
    "// or the function that ends in _load does. Several threads may call at once.\n"
    "//\n"
    "// A function allocates memory for its temporary buffers on the stream and frees it there.\n"
    "// The one whose name ends in _in has them in memory of the caller instead:\n"
    "// NAME_workspace_bytes() bytes of the GPU, aligned to 64, that overlap nothing else and no\n"
    "// other call uses until the stream has come so far. Where that is 0, the workspace may be\n"
    "// null. Where sizes are known at a call only, they come after the stream.\n";

static void write_load(const CInterface *interface, FILE *file) {
  if (interface->is_for_device)
    fprintf(file,
            "\n// Loads the kernels into the current context, which the first call would do.\n"
            "int %s_load(void);\n",
            interface->prefix);
}

bool c_header_write(const CInterface *interface, const char *processor, FILE *file) {
  const char *prefix = interface->prefix;
  fprintf(file,
          "// %s: made by `autotune compile`, for the %s %s.\n//\n%s"
          "#ifndef AUTOTUNE_MODEL_%s_H\n#define AUTOTUNE_MODEL_%s_H\n\n#include <stddef.h>\n"
          "#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n",
          prefix, interface->is_for_device ? "GPU" : "processor", processor,
          interface->is_for_device ? device_notes : host_notes, prefix, prefix);
  write_statuses(interface, file);
  write_load(interface, file);
  for (int i = 0; i < interface->count; i++)
    write_function(&interface->functions[i], interface->is_for_device, file);
  fprintf(file, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  return !ferror(file);
}

// Header and library belong together when all that a caller relies on is equal.
void c_header_set_version(CInterface *interface) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream)
    return;
  for (int i = 0; i < interface->count; i++)
    write_function(&interface->functions[i], interface->is_for_device, stream);
  fclose(stream);
  snprintf(interface->version, sizeof interface->version, "autotune %s, interface %016" PRIx64,
           AUTOTUNE_VERSION, text_hash(TEXT_HASH_START, text, size));
  free(text);
}

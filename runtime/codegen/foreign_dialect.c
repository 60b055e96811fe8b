// The parser names the dialect that it lacks in three ways, and of an op in generic form not at
// all: there the source has it.
#include "runtime/codegen/foreign_dialect.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define IMPORT "scripts/import (autotune-import of a package)"

static const ForeignDialect table[] = {
    {"stablehlo", IMPORT " makes linalg of StableHLO"},
    {"chlo", IMPORT " makes linalg of StableHLO with CHLO"},
    {"vhlo", IMPORT " makes linalg of StableHLO, which stablehlo-translate --deserialize writes"},
    {"mhlo", IMPORT " makes linalg of StableHLO, which mlir-hlo-opt --hlo-legalize-to-stablehlo "
                    "writes"},
    {"torch", "torch-mlir writes linalg with output_type=\"linalg-on-tensors\""},
    {"torch_c", "torch-mlir writes linalg with output_type=\"linalg-on-tensors\""},
    {"onnx", IMPORT " makes linalg of the .onnx file itself"},
    {"tfl", "tf2onnx writes ONNX, of which " IMPORT " makes linalg"},
    {"tf", "tf2onnx writes ONNX, of which " IMPORT " makes linalg"},
};

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Whether the message quotes the dialect: 'NAME', `NAME', "NAME".
static bool has_quoted(const char *message, const char *name) {
  size_t length = strlen(name);
  for (const char *at = strstr(message, name); at; at = strstr(at + 1, name))
    if (at > message && strchr("'`\"", at[-1]) && !is_of_name(at[length]))
      return true;
  return false;
}

// Whether the line has an op of the dialect in generic form: "NAME.OP"(...).
static bool has_generic_op(const char *line, const char *name) {
  char start[32];
  snprintf(start, sizeof start, "\"%s.", name);
  return strstr(line, start);
}

// Of these messages of MLIR's parsers of text and of bytecode the dialect is the reason.
static bool is_about_dialect(const char *message) {
  static const char *const phrases[] = {"unregistered dialect", "not found for custom op",
                                        "is unknown. If this is intended"};
  for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
    if (strstr(message, phrases[i]))
      return true;
  return false;
}

const ForeignDialect *foreign_dialect_find(const char *message, const char *line) {
  if (!is_about_dialect(message))
    return NULL;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (has_quoted(message, table[i].name) || has_generic_op(line, table[i].name))
      return &table[i];
  return NULL;
}

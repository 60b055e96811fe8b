// Text of modules. The arguments and the body grow in two streams, which are joined at the end.
#include "tools/corpus/corpus_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void put_shape(FILE *file, const ModuleText *module, Shape shape) {
  fputs("tensor<", file);
  for (int d = 0; d < shape.rank; d++)
    fprintf(file, "%lldx", (long long)shape.dims[d]);
  fprintf(file, "%s>", module->type);
}

static Tensor new_value(ModuleText *module, Shape shape) {
  Tensor value = {.shape = shape};
  snprintf(value.name, sizeof value.name, "%%%d", module->value_count++);
  return value;
}

Tensor text_argument(ModuleText *module, Shape shape) {
  Tensor value = {.shape = shape};
  snprintf(value.name, sizeof value.name, "%%arg%d", module->argument_count);
  fprintf(module->arguments, "%s%s: ", module->argument_count++ ? ", " : "", value.name);
  put_shape(module->arguments, module, shape);
  return value;
}

static Tensor put_constant(ModuleText *module, const char *number) {
  Tensor value = new_value(module, (Shape){0});
  fprintf(module->body, "    %s = arith.constant %s : %s\n", value.name, number, module->type);
  return value;
}

Tensor text_empty(ModuleText *module, Shape shape) {
  Tensor value = new_value(module, shape);
  fprintf(module->body, "    %s = tensor.empty() : ", value.name);
  put_shape(module->body, module, shape);
  fputc('\n', module->body);
  return value;
}

Tensor text_fill(ModuleText *module, const char *number, Shape shape) {
  Tensor constant = put_constant(module, number), empty = text_empty(module, shape);
  Tensor value = new_value(module, shape);
  fprintf(module->body, "    %s = linalg.fill ins(%s : %s) outs(%s : ", value.name, constant.name,
          module->type, empty.name);
  put_shape(module->body, module, shape);
  fputs(") -> ", module->body);
  put_shape(module->body, module, shape);
  fputc('\n', module->body);
  return value;
}

const char *text_lowest(const ModuleText *module) {
  return strcmp(module->type, "f64") == 0 ? "0xFFF0000000000000" : "0xFF800000";
}

static void put_bounds(FILE *file, const char *word, const int64_t *amount, int rank) {
  fprintf(file, " %s[", word);
  for (int d = 0; d < rank; d++)
    fprintf(file, "%s%lld", d ? ", " : "", (long long)amount[d]);
  fputc(']', file);
}

Tensor text_pad(ModuleText *module, const Tensor *from, const int64_t *amount, const char *number) {
  Shape shape = from->shape;
  bool is_padded = false;
  for (int d = 0; d < shape.rank; d++) {
    shape.dims[d] += 2 * amount[d];
    is_padded |= amount[d] > 0;
  }
  if (!is_padded)
    return *from;
  Tensor constant = put_constant(module, number), value = new_value(module, shape);
  fprintf(module->body, "    %s = tensor.pad %s", value.name, from->name);
  put_bounds(module->body, "low", amount, shape.rank);
  put_bounds(module->body, "high", amount, shape.rank);
  fputs(" {\n    ^bb0(", module->body);
  for (int d = 0; d < shape.rank; d++)
    fprintf(module->body, "%s%%p%d: index", d ? ", " : "", d);
  fprintf(module->body, "):\n      tensor.yield %s : %s\n    } : ", constant.name, module->type);
  put_shape(module->body, module, from->shape);
  fputs(" to ", module->body);
  put_shape(module->body, module, shape);
  fputc('\n', module->body);
  return value;
}

Tensor text_broadcast(ModuleText *module, const Tensor *vector, Shape shape, int dimension) {
  Tensor empty = text_empty(module, shape), value = new_value(module, shape);
  fprintf(module->body, "    %s = linalg.broadcast ins(%s : ", value.name, vector->name);
  put_shape(module->body, module, vector->shape);
  fprintf(module->body, ") outs(%s : ", empty.name);
  put_shape(module->body, module, shape);
  fputs(") dimensions = [", module->body);
  for (int d = 0, first = 1; d < shape.rank; d++)
    if (d != dimension) {
      fprintf(module->body, "%s%d", first ? "" : ", ", d);
      first = 0;
    }
  fputs("]\n", module->body);
  return value;
}

Tensor text_transpose(ModuleText *module, const Tensor *from, const char *digits) {
  Shape shape = from->shape;
  for (int d = 0; d < shape.rank; d++)
    shape.dims[d] = from->shape.dims[digits[d] - '0'];
  Tensor empty = text_empty(module, shape), value = new_value(module, shape);
  fprintf(module->body, "    %s = linalg.transpose ins(%s : ", value.name, from->name);
  put_shape(module->body, module, from->shape);
  fprintf(module->body, ") outs(%s : ", empty.name);
  put_shape(module->body, module, shape);
  fputs(") permutation = [", module->body);
  for (int d = 0; d < shape.rank; d++)
    fprintf(module->body, "%s%c", d ? ", " : "", digits[d]);
  fputs("]\n", module->body);
  return value;
}

static void put_operands(ModuleText *module, const Tensor *tensors, int count) {
  for (int i = 0; i < count; i++)
    fprintf(module->body, "%s%s", i ? ", " : "", tensors[i].name);
  fputs(" : ", module->body);
  for (int i = 0; i < count; i++) {
    fputs(i ? ", " : "", module->body);
    put_shape(module->body, module, tensors[i].shape);
  }
}

Tensor text_named(ModuleText *module, const char *name, const char *attributes, const Tensor *a,
                  const Tensor *b, const Tensor *init) {
  Tensor inputs[2] = {*a, b ? *b : *a}, value = new_value(module, init->shape);
  fprintf(module->body, "    %s = linalg.%s%s ins(", value.name, name, attributes);
  put_operands(module, inputs, b ? 2 : 1);
  fputs(") outs(", module->body);
  put_operands(module, init, 1);
  fputs(") -> ", module->body);
  put_shape(module->body, module, init->shape);
  fputc('\n', module->body);
  return value;
}

// "01,1" -> "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>"
static void put_maps(FILE *file, const char *maps, int iterator_count) {
  for (bool first = true;; first = false) {
    fprintf(file, "%saffine_map<(", first ? "" : ", ");
    for (int i = 0; i < iterator_count; i++)
      fprintf(file, "%sd%d", i ? ", " : "", i);
    fputs(") -> (", file);
    for (int n = 0; *maps && *maps != ','; maps++, n++)
      fprintf(file, "%sd%c", n ? ", " : "", *maps);
    fputs(")>", file);
    if (!*maps++)
      return;
  }
}

// Writes the constants of a body, and the body with their names instead. The caller frees it.
static char *expand_body(ModuleText *module, const char *body) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  for (const char *at = body; *at; at++) {
    if (*at == '$') {
      fputs(module->type, out);
    } else if (*at == '{') {
      char number[32];
      size_t length = strcspn(at, "}") - 1;
      snprintf(number, sizeof number, "%.*s", (int)length, at + 1);
      fputs(put_constant(module, number).name, out);
      at += length + 1;
    } else {
      fputc(*at, out);
    }
    if (*at == '\n')
      fputs("      ", out);
  }
  fclose(out);
  return text;
}

Tensor text_generic(ModuleText *module, const char *iterators, const char *maps,
                    const Tensor *inputs, int input_count, const Tensor *init, const char *body) {
  char *expanded = expand_body(module, body);
  Tensor value = new_value(module, init->shape);
  FILE *out = module->body;
  fprintf(out, "    %s = linalg.generic {indexing_maps = [", value.name);
  put_maps(out, maps, (int)strlen(iterators));
  fputs("], iterator_types = [", out);
  for (int i = 0; iterators[i]; i++)
    fprintf(out, "%s\"%s\"", i ? ", " : "", iterators[i] == 'p' ? "parallel" : "reduction");
  fputs("]} ins(", out);
  put_operands(module, inputs, input_count);
  fputs(") outs(", out);
  put_operands(module, init, 1);
  fputs(") {\n    ^bb0(", out);
  for (int i = 0; i < input_count; i++)
    fprintf(out, "%%%c: %s, ", 'a' + i, module->type);
  fprintf(out, "%%out: %s):\n      %s\n      linalg.yield %%r : %s\n    } -> ", module->type,
          expanded ? expanded : "", module->type);
  put_shape(out, module, init->shape);
  fputc('\n', out);
  free(expanded);
  return value;
}

Tensor text_map(ModuleText *module, const char *maps, const Tensor *inputs, int input_count,
                Shape shape, const char *body) {
  char iterators[TENSOR_MAX_RANK + 1] = "";
  memset(iterators, 'p', (size_t)shape.rank);
  Tensor empty = text_empty(module, shape);
  return text_generic(module, iterators, maps, inputs, input_count, &empty, body);
}

// --- fused ops

// What else a fused op reads.
typedef enum Extra { EXTRA_NONE, EXTRA_TENSOR, EXTRA_CHANNEL, EXTRA_TWO_CHANNELS } Extra;

static const struct {
  const char *name;
  Extra extra;
  const char *body;
} fused_ops[] = {
    {"bias", EXTRA_CHANNEL, "%r = arith.addf %a, %b : $"},
    {"scale", EXTRA_TWO_CHANNELS, "%t = arith.mulf %a, %b : $\n%r = arith.addf %t, %c : $"},
    {"add", EXTRA_TENSOR, "%r = arith.addf %a, %b : $"},
    {"mul", EXTRA_TENSOR, "%r = arith.mulf %a, %b : $"},
    {"scalar", EXTRA_NONE, "%r = arith.mulf %a, {0.125} : $"},
    {"relu", EXTRA_NONE, "%p = arith.cmpf ugt, %a, {0.0} : $\n%r = arith.select %p, %a, {0.0} : $"},
    {"relu6", EXTRA_NONE,
     "%p = arith.cmpf ult, %a, {0.0} : $\n%l = arith.select %p, {0.0}, %a : $\n"
     "%q = arith.cmpf ugt, %l, {6.0} : $\n%r = arith.select %q, {6.0}, %l : $"},
    {"leaky", EXTRA_NONE,
     "%p = arith.cmpf ugt, %a, {0.0} : $\n%m = arith.mulf %a, {0.1} : $\n"
     "%r = arith.select %p, %a, %m : $"},
    {"tanh", EXTRA_NONE, "%r = math.tanh %a : $"},
    {"sigmoid", EXTRA_NONE,
     "%n = arith.negf %a : $\n%e = math.exp %n : $\n%d = arith.addf %e, {1.0} : $\n"
     "%r = arith.divf {1.0}, %d : $"},
    {"silu", EXTRA_NONE,
     "%n = arith.negf %a : $\n%e = math.exp %n : $\n%d = arith.addf %e, {1.0} : $\n"
     "%r = arith.divf %a, %d : $"},
    {"hardswish", EXTRA_NONE,
     "%s = arith.addf %a, {3.0} : $\n%l = arith.maximumf %s, {0.0} : $\n"
     "%u = arith.minimumf %l, {6.0} : $\n%m = arith.mulf %a, %u : $\n"
     "%r = arith.mulf %m, {0.16666667} : $"},
    {"gelu", EXTRA_NONE,
     "%s = arith.mulf %a, {0.70710678} : $\n%e = math.erf %s : $\n%d = arith.addf %e, {1.0} : $\n"
     "%m = arith.mulf %a, %d : $\n%r = arith.mulf %m, {0.5} : $"},
};

static bool append_fused(ModuleText *module, const char *name, size_t length, int channel,
                         Tensor *value) {
  Tensor inputs[3] = {*value};
  char all[TENSOR_MAX_RANK + 1], maps[64];
  Shape vector = {1, {value->shape.dims[channel]}};
  size_t op = 0, count = sizeof fused_ops / sizeof *fused_ops;
  while (op < count &&
         (strlen(fused_ops[op].name) != length || strncmp(fused_ops[op].name, name, length) != 0))
    op++;
  if (op == count)
    return false;
  Extra extra = fused_ops[op].extra;
  snprintf(all, sizeof all, "%.*s", value->shape.rank, "012345");
  if (extra == EXTRA_NONE)
    snprintf(maps, sizeof maps, "%s,%s", all, all);
  else if (extra == EXTRA_TENSOR)
    snprintf(maps, sizeof maps, "%s,%s,%s", all, all, all);
  else if (extra == EXTRA_CHANNEL)
    snprintf(maps, sizeof maps, "%s,%d,%s", all, channel, all);
  else
    snprintf(maps, sizeof maps, "%s,%d,%d,%s", all, channel, channel, all);
  int inputs_count = 1;
  if (extra == EXTRA_TENSOR)
    inputs[inputs_count++] = text_argument(module, value->shape);
  if (extra == EXTRA_CHANNEL || extra == EXTRA_TWO_CHANNELS)
    inputs[inputs_count++] = text_argument(module, vector);
  if (extra == EXTRA_TWO_CHANNELS)
    inputs[inputs_count++] = text_argument(module, vector);
  *value = text_map(module, maps, inputs, inputs_count, value->shape, fused_ops[op].body);
  return true;
}

// Appends the fused ops of a list "relu+add" to the value. False when one is unknown.
static bool text_fused(ModuleText *module, const char *list, int channel, Tensor *value) {
  for (const char *at = list; *at;) {
    size_t length = strcspn(at, "+");
    if (!append_fused(module, at, length, channel, value))
      return false;
    at += length + (at[length] == '+');
  }
  return true;
}

// --- the module

static const CorpusKind *find_kind(const char *name) {
  const CorpusKind *const tables[] = {corpus_contractions, corpus_convolutions, corpus_poolings,
                                      corpus_row_kinds, corpus_maps};
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (const CorpusKind *kind = tables[t]; kind->name; kind++)
      if (!strcmp(kind->name, name))
        return kind;
  return NULL;
}

bool corpus_has_bias(const CorpusRow *row) {
  return !strncmp(row->fused, "bias", 4) && (row->fused[4] == '+' || !row->fused[4]);
}

static bool is_convolution(const CorpusRow *row) {
  return !strncmp(row->kind, "conv_", 5) || !strncmp(row->kind, "depthwise_", 10);
}

// A convolution has its bias as initial value.
static const char *fused_after(const CorpusRow *row) {
  if (!is_convolution(row) || !corpus_has_bias(row))
    return row->fused;
  return row->fused[4] ? row->fused + 5 : "";
}

static void join(const ModuleText *module, const Tensor *result, const char *arguments,
                 const char *body, FILE *out) {
  fprintf(out, "func.func @main(%s) -> ", arguments);
  put_shape(out, module, result->shape);
  fprintf(out, " {\n%s    return %s : ", body, result->name);
  put_shape(out, module, result->shape);
  fputs("\n}\n", out);
}

Status corpus_module(const CorpusRow *row, char **out_text) {
  char *arguments = NULL, *body = NULL;
  size_t argument_bytes = 0, body_bytes = 0, text_bytes = 0;
  Tensor result;
  const CorpusKind *kind = find_kind(row->kind);
  if (!kind)
    return status_fail(STATUS_USAGE, "'%s' is no kind of layer", row->kind);
  ModuleText module = {.type = row->type,
                       .arguments = open_memstream(&arguments, &argument_bytes),
                       .body = open_memstream(&body, &body_bytes)};
  bool fits = kind->emit(&module, row, &result);
  bool is_known = fits && text_fused(&module, fused_after(row), kind->channel, &result);
  fclose(module.arguments);
  fclose(module.body);
  FILE *out = is_known ? open_memstream(out_text, &text_bytes) : NULL;
  if (out) {
    join(&module, &result, arguments, body, out);
    fclose(out);
  }
  free(arguments);
  free(body);
  if (!fits)
    return status_fail(STATUS_USAGE, "the sizes of this %s do not fit", row->kind);
  return is_known ? STATUS_OK
                  : status_fail(STATUS_USAGE, "'%s': not all of it can be fused", row->fused);
}

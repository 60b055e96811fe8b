// One linalg op around one form of a scalar op: the text of a function, and how it is called.
#include "test/unit/transforms/body_case.h"

#include <string.h>

BodyWord body_word_next(const char *words, BodyWord word) {
  const char *at = word.text ? word.text + word.length : words;
  at += strspn(at, " ");
  int length = (int)strcspn(at, " ");
  // The empty list has one word, which is empty.
  if (length == 0 && (word.text || *words))
    return (BodyWord){NULL, 0};
  return (BodyWord){at, length};
}

static const BodyType *letter_type(const BodyCase *body, char letter) {
  return letter == 'T' ? body->type : letter == 'U' ? body->other : body_type_find("i1", 2);
}

void body_case_resolve(BodyCase *body) {
  body->result = letter_type(body, body->op->result[0]);
  body->operand_count = (int)strlen(body->op->operands);
  for (int i = 0; i < body->operand_count; i++)
    body->operands[i] = letter_type(body, body->op->operands[i]);
}

bool body_case_is_possible(const BodyCase *body) {
  return body->form != FORM_REDUCTION ||
         (body->operand_count > 0 && body->result->kind != BODY_SMALL_FLOAT);
}

void body_case_print(const BodyCase *body, FILE *out) {
  static const char *const forms[] = {"tensors", "memrefs", "transposed", "reduction"};
  fprintf(out, "%s %.*s on %s %s, %s of %d x %d", body->op->name, body->variant.length,
          body->variant.text, body->type->name, body->other ? body->other->name : "",
          forms[body->form], body->rows, body->columns);
}

// --- text

static void write_body(const BodyCase *body, FILE *out) {
  for (const char *at = body->op->text; *at; at++) {
    if (*at != '$')
      fputc(*at, out);
    else if (*++at == 'V')
      fprintf(out, "%.*s", body->variant.length, body->variant.text);
    else
      fputs(letter_type(body, *at)->name, out);
  }
  fputc('\n', out);
}

static bool has_two_loops(const BodyCase *body) { return body->form >= FORM_TRANSPOSED; }

// The letters of the loops that operand `operand` is indexed by.
static const char *operand_loops(const BodyCase *body, int operand) {
  if (!has_two_loops(body))
    return "j";
  if (body->form == FORM_TRANSPOSED && operand < 2)
    return operand ? "j" : "ji";
  return "ij";
}

static const char *result_loops(const BodyCase *body) {
  return body->form == FORM_REDUCTION ? "i" : has_two_loops(body) ? "ij" : "j";
}

static void write_map(const BodyCase *body, const char *loops, FILE *out) {
  fprintf(out, "affine_map<(%s) -> (%c", has_two_loops(body) ? "i, j" : "j", loops[0]);
  if (loops[1])
    fprintf(out, ", %c", loops[1]);
  fputs(")>", out);
}

static void write_type(const BodyCase *body, const char *loops, const BodyType *type, FILE *out) {
  fputs(body->form == FORM_MEMREFS ? "memref<" : "tensor<", out);
  for (; *loops; loops++)
    fprintf(out, "%dx", *loops == 'i' ? body->rows : body->columns);
  fprintf(out, "%s>", type->name);
}

static void write_result_type(const BodyCase *body, FILE *out) {
  write_type(body, result_loops(body), body->result, out);
}

static void write_header(const BodyCase *body, int number, FILE *out) {
  fprintf(out, "func.func @f%d(", number);
  for (int i = 0; i < body->operand_count; i++) {
    fprintf(out, "%s%%p%d: ", i ? ", " : "", i);
    write_type(body, operand_loops(body, i), body->operands[i], out);
  }
  if (body->form == FORM_MEMREFS) {
    fputs(body->operand_count ? ", %out: " : "%out: ", out);
    write_result_type(body, out);
  }
  fputs(")", out);
  if (body->form != FORM_MEMREFS) {
    fputs(" -> ", out);
    write_result_type(body, out);
  }
  fputs(" attributes {llvm.emit_c_interface} {\n", out);
}

static void write_destination(const BodyCase *body, FILE *out) {
  const char *type = body->result->name;
  if (body->form == FORM_MEMREFS)
    return;
  fprintf(out, "%s = tensor.empty() : ", body->form == FORM_REDUCTION ? "%empty" : "%out");
  write_result_type(body, out);
  fputc('\n', out);
  if (body->form != FORM_REDUCTION)
    return;
  bool is_float = body->result->kind == BODY_FLOAT;
  if (body->result->bits == 1)
    fputs("%zero = arith.constant false\n", out);
  else
    fprintf(out, "%%zero = arith.constant %s : %s\n", is_float ? "0.0" : "0", type);
  fprintf(out, "%%out = linalg.fill ins(%%zero : %s) outs(%%empty : ", type);
  write_result_type(body, out);
  fputs(") -> ", out);
  write_result_type(body, out);
  fputc('\n', out);
}

static void write_attributes(const BodyCase *body, FILE *out) {
  fputs("linalg.generic {indexing_maps = [", out);
  for (int i = 0; i < body->operand_count; i++) {
    write_map(body, operand_loops(body, i), out);
    fputs(", ", out);
  }
  write_map(body, result_loops(body), out);
  fprintf(out, "], iterator_types = [%s\"%s\"]}", has_two_loops(body) ? "\"parallel\", " : "",
          body->form == FORM_REDUCTION ? "reduction" : "parallel");
}

static void write_operands(const BodyCase *body, FILE *out) {
  for (int i = 0; i < body->operand_count; i++)
    fprintf(out, "%s%%p%d", i ? ", " : " ins(", i);
  for (int i = 0; i < body->operand_count; i++) {
    fputs(i ? ", " : " : ", out);
    write_type(body, operand_loops(body, i), body->operands[i], out);
  }
  fputs(body->operand_count ? ") outs(%out : " : " outs(%out : ", out);
  write_result_type(body, out);
  fputs(") {\n^bb0(", out);
  for (int i = 0; i < body->operand_count; i++)
    fprintf(out, "%%%c: %s, ", 'a' + i, body->operands[i]->name);
  fprintf(out, "%%o: %s):\n", body->result->name);
}

static void write_yield(const BodyCase *body, FILE *out) {
  const char *type = body->result->name;
  if (body->form != FORM_REDUCTION) {
    fprintf(out, "linalg.yield %%r : %s\n}", type);
    return;
  }
  const char *combiner = body->result->kind == BODY_FLOAT ? "arith.maximumf"
                         : body->result->bits == 1        ? "arith.xori"
                                                          : "arith.addi";
  fprintf(out, "%%sum = %s %%o, %%r : %s\nlinalg.yield %%sum : %s\n}", combiner, type, type);
}

void body_case_write(const BodyCase *body, int number, FILE *out) {
  bool is_on_tensors = body->form != FORM_MEMREFS;
  write_header(body, number, out);
  write_destination(body, out);
  fputs(is_on_tensors ? "%result = " : "", out);
  write_attributes(body, out);
  write_operands(body, out);
  write_body(body, out);
  write_yield(body, out);
  if (is_on_tensors) {
    fputs(" -> ", out);
    write_result_type(body, out);
    fputs("\nreturn %result : ", out);
    write_result_type(body, out);
  } else {
    fputs("\nreturn", out);
  }
  fputs("\n}\n", out);
}

// --- calls

static int64_t count_of(const BodyCase *body, const char *loops) {
  int64_t count = 1;
  for (; *loops; loops++)
    count *= *loops == 'i' ? body->rows : body->columns;
  return count;
}

int64_t body_case_operand_count(const BodyCase *body, int operand) {
  return count_of(body, operand_loops(body, operand));
}

int64_t body_case_result_count(const BodyCase *body) { return count_of(body, result_loops(body)); }

static BodyDescriptor describe(const BodyCase *body, const char *loops, void *data) {
  BodyDescriptor descriptor = {.allocated = data, .aligned = data};
  int rank = (int)strlen(loops);
  for (int d = 0; d < rank; d++) {
    descriptor.sizes_and_strides[d] = loops[d] == 'i' ? body->rows : body->columns;
    descriptor.sizes_and_strides[rank + d] = count_of(body, loops + d + 1);
  }
  return descriptor;
}

void *body_case_call(const BodyCase *body, void *entry, void *const *operands, void *out) {
  BodyDescriptor descriptors[BODY_MAX_OPERANDS + 1];
  void *arguments[BODY_MAX_OPERANDS + 1];
  int count = 0;
  // On memrefs the destination comes last, a returned tensor comes first.
  BodyDescriptor result = describe(body, result_loops(body), out);
  if (body->form != FORM_MEMREFS)
    arguments[count++] = &result;
  for (int i = 0; i < body->operand_count; i++) {
    descriptors[i] = describe(body, operand_loops(body, i), operands[i]);
    arguments[count++] = &descriptors[i];
  }
  if (body->form == FORM_MEMREFS)
    arguments[count++] = &result;
  switch (count) {
  case 1:
    ((void (*)(void *))entry)(arguments[0]);
    break;
  case 2:
    ((void (*)(void *, void *))entry)(arguments[0], arguments[1]);
    break;
  case 3:
    ((void (*)(void *, void *, void *))entry)(arguments[0], arguments[1], arguments[2]);
    break;
  default:
    ((void (*)(void *, void *, void *, void *))entry)(arguments[0], arguments[1], arguments[2],
                                                      arguments[3]);
  }
  return result.aligned;
}

// Text form of a Workload.
//
//   text      = iterators " | " accesses " | " statements " | " result
//   iterator  = ("p" | "r") extent
//   access    = type "[" shape "]" ["{" strides "}"] "(" indices ")" "@" statement flags
//   flags     = ["!out"] ["!const"] ["!pad" ["!neutral"]]; strides only when not row-major
//   statement = ("init" | "body" | "epilogue") ["*" when anchor] ":" type "(" op "=" count ... ")"
//   result    = combiner type "x" accumulator_count ["conv"] ["dest"] ["split"] ["ordered"]
//   [product] product   = "of" factor "*" factor, factor = access ("s" | "u" | "f") ["z" when it
//   has a zero]
#include "plan/workload.h"

#include "base/text.h"
#include "plan/op_counts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const stage_names[STAGE_COUNT] = {"init", "body", "epilogue"};

static const char *const factor_names[FACTOR_CAST_COUNT] = {"", "s", "u", "f"};

static const char *const combiner_names[] = {
    [COMBINER_NONE] = "none", [COMBINER_ADD] = "add",     [COMBINER_MUL] = "mul",
    [COMBINER_MAX] = "max",   [COMBINER_MIN] = "min",     [COMBINER_AND] = "and",
    [COMBINER_OR] = "or",     [COMBINER_OTHER] = "other", [COMBINER_XOR] = "xor"};
enum { COMBINER_COUNT = sizeof(combiner_names) / sizeof(combiner_names[0]) };

// --- printing

static void write_integers(TextWriter *writer, const char *open, const int64_t *values, int count,
                           const char *close) {
  text_write(writer, "%s", open);
  for (int i = 0; i < count; i++)
    text_write(writer, "%s%lld", i ? "," : "", (long long)values[i]);
  text_write(writer, "%s", close);
}

static void write_index(TextWriter *writer, const IndexExpr *index, int iterator_count) {
  bool empty = true;
  for (int i = 0; i < iterator_count; i++) {
    int32_t coefficient = index->coefficients[i];
    if (coefficient == 0)
      continue;
    if (!empty && coefficient > 0)
      text_write(writer, "+");
    if (coefficient != 1)
      text_write(writer, "%d*", coefficient);
    text_write(writer, "i%d", i);
    empty = false;
  }
  if (empty || index->constant != 0)
    text_write(writer, empty ? "%lld" : "%+lld", (long long)index->constant);
}

static void row_major_strides(int rank, const int64_t *shape, int64_t *out_strides) {
  int64_t stride = 1;
  for (int d = rank - 1; d >= 0; d--) {
    out_strides[d] = stride;
    stride = (int64_t)((uint64_t)stride * (uint64_t)shape[d]); // wraps; see numbers_fit
  }
}

static void write_access(TextWriter *writer, const Access *access, int iterator_count) {
  int64_t strides[WORKLOAD_MAX_RANK];
  row_major_strides(access->rank, access->shape, strides);
  text_write(writer, "%s", element_type_name(access->type));
  write_integers(writer, "[", access->shape, access->rank, "]");
  if (memcmp(strides, access->strides, sizeof(int64_t) * access->rank) != 0)
    write_integers(writer, "{", access->strides, access->rank, "}");
  text_write(writer, "(");
  for (int d = 0; d < access->rank; d++) {
    text_write(writer, "%s", d ? "," : "");
    write_index(writer, &access->index[d], iterator_count);
  }
  text_write(writer, ")@%d%s%s%s%s", access->statement, access->is_output ? "!out" : "",
             access->is_constant ? "!const" : "", access->may_leave_shape ? "!pad" : "",
             access->pad_is_neutral ? "!neutral" : "");
  if (access->produces > 0)
    text_write(writer, "!produces%d", access->produces - 1);
}

static void write_statement(TextWriter *writer, const Statement *statement) {
  text_write(writer, "%s%s:%s(", stage_names[statement->stage], statement->is_anchor ? "*" : "",
             element_type_name(statement->type));
  const char *separator = "";
  for (int n = 0; n < OP_COUNT_ROWS; n++) {
    const OpCountRow *row = &op_count_rows[n];
    if (op_count(&statement->ops, row) == 0)
      continue;
    text_write(writer, "%s%s=%d", separator, row->name, op_count(&statement->ops, row));
    separator = ",";
  }
  text_write(writer, ")");
}

static void write_workload(TextWriter *writer, const Workload *workload) {
  for (int i = 0; i < workload->iterator_count; i++)
    text_write(writer, "%s%c%lld", i ? " " : "",
               workload->kinds[i] == ITERATOR_PARALLEL ? 'p' : 'r',
               (long long)workload->extents[i]);
  for (int a = 0; a < workload->access_count; a++) {
    text_write(writer, a ? " " : " | ");
    write_access(writer, &workload->accesses[a], workload->iterator_count);
  }
  for (int s = 0; s < workload->statement_count; s++) {
    text_write(writer, s ? " " : " | ");
    write_statement(writer, &workload->statements[s]);
  }
  text_write(writer, " | %s %s x%d%s%s%s%s", combiner_names[workload->combiner],
             element_type_name(workload->accumulator_type), workload->accumulator_count,
             workload->is_convolution ? " conv" : "", workload->reads_destination ? " dest" : "",
             workload->can_split_reduction ? " split" : "", workload->is_ordered ? " ordered" : "");
  for (int f = 0; f < 2 && workload->factors[0].cast != FACTOR_NONE; f++) {
    const Factor *factor = &workload->factors[f];
    text_write(writer, "%s%d%s%s", f ? "*" : " of ", factor->access, factor_names[factor->cast],
               factor->has_zero ? "z" : "");
    if (factor->halves > 0)
      text_write(writer, "h%d:%d", factor->halves - 1, factor->shift);
  }
  if (workload->scales_products)
    text_write(writer, " scaled");
}

int workload_print(const Workload *workload, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  write_workload(&writer, workload);
  return (int)writer.length;
}

char *workload_text(const Workload *workload) {
  size_t size = (size_t)workload_print(workload, NULL, 0) + 1;
  char *text = malloc(size);
  if (text)
    workload_print(workload, text, size);
  return text;
}

uint64_t workload_key(const Workload *workload) {
  TextWriter writer = text_writer(NULL, 0);
  write_workload(&writer, workload);
  return writer.hash;
}

uint64_t workload_run_key(const Workload *workload) {
  uint32_t runs[2] = {workload_cold_accesses(workload), workload_run_strides(workload)};
  const PartialExtent *partial = &workload->partial;
  uint64_t key = text_hash(workload_key(workload), runs, sizeof runs);
  if (workload->open > 0)
    key = text_hash(key, &workload->open, sizeof workload->open);
  if (workload->unknown != 0)
    key = text_hash(key, &workload->unknown, sizeof workload->unknown);
  if (partial->sizes == 0)
    return key;
  key = text_hash(key, &partial->sizes, sizeof partial->sizes);
  key = text_hash(key, &partial->unit, sizeof partial->unit);
  return text_hash(key, &partial->iterator, sizeof partial->iterator);
}

// --- reading: every function returns false on text that it does not understand

static bool read_element_type(TextReader *reader, ElementType *out_type) {
  const char *word;
  size_t length;
  if (!text_read_word(reader, &word, &length))
    return false;
  *out_type = element_type_find(word, length);
  return *out_type < ELEMENT_TYPE_COUNT;
}

static bool read_iterators(TextReader *reader, Workload *workload) {
  while (!text_accept(reader, "|")) {
    int i = workload->iterator_count;
    if (i == WORKLOAD_MAX_ITERATORS)
      return false;
    if (text_accept(reader, "p"))
      workload->kinds[i] = ITERATOR_PARALLEL;
    else if (text_accept(reader, "r"))
      workload->kinds[i] = ITERATOR_REDUCTION;
    else
      return false;
    if (!text_read_integer(reader, 1, INT32_MAX, &workload->extents[i]))
      return false;
    workload->iterator_count++;
  }
  return workload->iterator_count > 0;
}

// "a,b,...close" of `*count` values, or of any number up to the maximal rank when *count < 0.
static bool read_integers(TextReader *reader, const char *close, int64_t low, int64_t *values,
                          int *count) {
  int found = 0;
  if (!text_accept(reader, close)) {
    do {
      if (found == WORKLOAD_MAX_RANK || !text_read_integer(reader, low, INT64_MAX, &values[found]))
        return false;
      found++;
    } while (text_accept(reader, ","));
    if (!text_accept(reader, close))
      return false;
  }
  if (*count >= 0 && *count != found)
    return false;
  *count = found;
  return true;
}

// One signed term of an index: "3*i1", "i1" or a constant.
static bool read_term(TextReader *reader, int sign, int iterator_count, IndexExpr *index) {
  int64_t factor = 1, iterator;
  bool has_factor = text_read_integer(reader, INT32_MIN, INT32_MAX, &factor);
  if (has_factor && !text_accept(reader, "*")) {
    index->constant += sign * factor;
    return true;
  }
  if (!text_accept(reader, "i") || !text_read_integer(reader, 0, iterator_count - 1, &iterator))
    return false;
  index->coefficients[iterator] += (int32_t)(sign * factor);
  return true;
}

static bool read_index(TextReader *reader, int iterator_count, IndexExpr *index) {
  int sign = 1;
  do {
    if (!read_term(reader, sign, iterator_count, index))
      return false;
    sign = text_accept(reader, "+") ? 1 : text_accept(reader, "-") ? -1 : 0;
  } while (sign != 0);
  return true;
}

static bool read_access(TextReader *reader, int iterator_count, Access *access) {
  int rank = -1;
  if (!read_element_type(reader, &access->type) || !text_accept(reader, "[") ||
      !read_integers(reader, "]", 0, access->shape, &rank))
    return false;
  access->rank = (uint8_t)rank;
  row_major_strides(rank, access->shape, access->strides);
  if (text_accept(reader, "{") && !read_integers(reader, "}", INT64_MIN, access->strides, &rank))
    return false;
  if (!text_accept(reader, "("))
    return false;
  for (int d = 0; d < rank; d++)
    if ((d > 0 && !text_accept(reader, ",")) ||
        !read_index(reader, iterator_count, &access->index[d]))
      return false;
  int64_t statement;
  if (!text_accept(reader, ")") || !text_accept(reader, "@") ||
      !text_read_integer(reader, 0, WORKLOAD_MAX_STATEMENTS - 1, &statement))
    return false;
  access->statement = (uint8_t)statement;
  access->is_output = text_accept(reader, "!out");
  access->is_constant = text_accept(reader, "!const");
  access->may_leave_shape = text_accept(reader, "!pad");
  access->pad_is_neutral = access->may_leave_shape && text_accept(reader, "!neutral");
  if (text_accept(reader, "!produces")) {
    if (!text_read_integer(reader, 0, WORKLOAD_MAX_STATEMENTS - 1, &statement))
      return false;
    access->produces = (uint8_t)(statement + 1);
  }
  return true;
}

static bool read_ops(TextReader *reader, OpCounts *ops) {
  while (!text_accept(reader, ")")) {
    const char *word;
    size_t length;
    int64_t count;
    text_accept(reader, ",");
    if (!text_read_word(reader, &word, &length) || !text_accept(reader, "=") ||
        !text_read_integer(reader, 0, UINT16_MAX, &count))
      return false;
    int row = 0;
    while (row < OP_COUNT_ROWS && !text_equal(word, length, op_count_rows[row].name))
      row++;
    if (row == OP_COUNT_ROWS)
      return false;
    op_count_set(ops, &op_count_rows[row], (uint16_t)count);
  }
  return true;
}

static bool read_statement(TextReader *reader, Statement *statement) {
  int stage = 0;
  while (stage < STAGE_COUNT && !text_accept(reader, stage_names[stage]))
    stage++;
  if (stage == STAGE_COUNT)
    return false;
  statement->stage = (Stage)stage;
  statement->is_anchor = text_accept(reader, "*");
  return text_accept(reader, ":") && read_element_type(reader, &statement->type) &&
         text_accept(reader, "(") && read_ops(reader, &statement->ops);
}

static bool read_factor(TextReader *reader, const Workload *workload, Factor *factor) {
  int64_t access;
  if (!text_read_integer(reader, 0, workload->access_count - 1, &access))
    return false;
  factor->access = (uint8_t)access;
  factor->cast = FACTOR_SIGNED;
  while (factor->cast < FACTOR_CAST_COUNT && !text_accept(reader, factor_names[factor->cast]))
    factor->cast++;
  factor->has_zero = text_accept(reader, "z");
  int64_t halves, shift;
  if (text_accept(reader, "h")) {
    if (!text_read_integer(reader, 0, workload->iterator_count - 1, &halves) ||
        !text_accept(reader, ":") ||
        !text_read_integer(reader, 0, workload->access_count - 1, &shift))
      return false;
    factor->halves = (uint8_t)(1 + halves);
    factor->shift = (uint8_t)shift;
  }
  return factor->cast < FACTOR_CAST_COUNT && !workload->accesses[access].is_output;
}

static bool read_result(TextReader *reader, Workload *workload) {
  const char *word;
  size_t length;
  int64_t count;
  if (!text_read_word(reader, &word, &length))
    return false;
  int combiner = 0;
  while (combiner < COMBINER_COUNT && !text_equal(word, length, combiner_names[combiner]))
    combiner++;
  if (combiner == COMBINER_COUNT || !read_element_type(reader, &workload->accumulator_type) ||
      !text_accept(reader, "x") || !text_read_integer(reader, 0, UINT8_MAX, &count))
    return false;
  workload->combiner = (Combiner)combiner;
  workload->accumulator_count = (uint8_t)count;
  workload->is_convolution = text_accept(reader, "conv");
  workload->reads_destination = text_accept(reader, "dest");
  workload->can_split_reduction = text_accept(reader, "split");
  workload->is_ordered = text_accept(reader, "ordered");
  if (text_accept(reader, "of")) {
    if (!read_factor(reader, workload, &workload->factors[0]) || !text_accept(reader, "*") ||
        !read_factor(reader, workload, &workload->factors[1]))
      return false;
    workload->scales_products = text_accept(reader, "scaled");
  }
  return text_at_end(reader);
}

static bool read_accesses(TextReader *reader, Workload *workload) {
  while (!text_accept(reader, "|")) {
    if (workload->access_count == WORKLOAD_MAX_ACCESSES ||
        !read_access(reader, workload->iterator_count, &workload->accesses[workload->access_count]))
      return false;
    workload->access_count++;
  }
  return workload->access_count > 0;
}

static bool read_statements(TextReader *reader, Workload *workload) {
  while (!text_accept(reader, "|")) {
    int s = workload->statement_count;
    if (s == WORKLOAD_MAX_STATEMENTS || !read_statement(reader, &workload->statements[s]))
      return false;
    if (workload->statements[s].is_anchor)
      workload->anchor = (uint8_t)s;
    workload->statement_count++;
  }
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].statement >= workload->statement_count ||
        workload->accesses[a].produces > workload->statement_count)
      return false;
  return true;
}

// Elements that an access may lie from the first one of its buffer, at most.
static double access_reach(const Access *access, const Workload *workload) {
  double reach = 0, elements = 1;
  for (int d = 0; d < access->rank; d++) {
    double index = fabs((double)access->index[d].constant);
    for (int i = 0; i < workload->iterator_count; i++)
      index += fabs((double)access->index[d].coefficients[i]) * (double)workload->extents[i];
    reach += fabs((double)access->strides[d]) * (index + 1);
    elements *= (double)access->shape[d];
  }
  return reach > elements ? reach : elements;
}

// Whether products of extents, shapes and strides stay far within 64 bits, so that nobody who
// multiplies them needs to look.
static bool numbers_fit(const Workload *workload) {
  const double most = 0x1p56;
  double points = 1;
  for (int i = 0; i < workload->iterator_count; i++)
    points *= (double)workload->extents[i];
  for (int a = 0; a < workload->access_count; a++)
    if (!(access_reach(&workload->accesses[a], workload) <= most))
      return false;
  return points <= most;
}

bool workload_parse(const char *text, Workload *out_workload) {
  Workload workload;
  memset(&workload, 0, sizeof(workload));
  TextReader reader = {text};
  if (!read_iterators(&reader, &workload) || !read_accesses(&reader, &workload) ||
      !read_statements(&reader, &workload) || !read_result(&reader, &workload) ||
      !numbers_fit(&workload))
    return false;
  *out_workload = workload;
  return true;
}

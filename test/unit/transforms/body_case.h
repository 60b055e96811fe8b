// One linalg op around one form of a scalar op: the text of a function, and how it is called.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_BODY_CASE_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_BODY_CASE_H

#include "test/unit/transforms/body_values.h"

#include <stdio.h>

enum { BODY_MAX_OPERANDS = 3 };

typedef enum BodyOutcome { TUNED, LEFT, ABSENT } BodyOutcome;

// A row of body_ops.def, which says what the columns mean.
typedef struct BodyOp {
  const char *name, *types, *others, *operands, *result, *variants, *text, *domains;
  int ulps;
  BodyOutcome outcome;
} BodyOp;

// A word of a list of words; null at the end.
typedef struct BodyWord {
  const char *text;
  int length;
} BodyWord;

// How the op is used.
typedef enum BodyForm {
  FORM_TENSORS,    // every element by itself
  FORM_MEMREFS,    // the same
  FORM_TRANSPOSED, // two loops; %a is read across, %b is read along the inner loop alone
  FORM_REDUCTION,  // two loops; the maximum, sum or parity of what the inner loop gives
} BodyForm;

typedef struct BodyCase {
  const BodyOp *op;
  BodyWord variant;
  BodyForm form;
  int rows, columns; // rows is 1 in one loop
  const BodyType *type, *other, *result, *operands[BODY_MAX_OPERANDS];
  int operand_count;
} BodyCase;

// The word of the list `words` after the one at `word`, the first one after {NULL}.
BodyWord body_word_next(const char *words, BodyWord word);

// Fills in what the letters of the row stand for; the rest is set.
void body_case_resolve(BodyCase *body);
// Whether the linalg op can be made of this form: a reduction needs an operand and a neutral value.
bool body_case_is_possible(const BodyCase *body);
void body_case_print(const BodyCase *body, FILE *out);              // in words
void body_case_write(const BodyCase *body, int number, FILE *out);  // func.func @f<number>
int64_t body_case_operand_count(const BodyCase *body, int operand); // elements
int64_t body_case_result_count(const BodyCase *body);

typedef struct BodyDescriptor { // of a memref of rank 1 or 2
  void *allocated, *aligned;
  int64_t offset, sizes_and_strides[4];
} BodyDescriptor;

// Calls `entry`, the C interface of the function. `out` is where a form on memrefs writes; returns
// where the result is: `out`, or memory of the code's own.
void *body_case_call(const BodyCase *body, void *entry, void *const *operands, void *out);

#endif

// ColdCopies: weights as a network's memory holds them. Between two calls of one kernel a network
// reads the weights of all others, so the caches keep none; a kernel that is called again and again
// finds them there. Here every call takes other copies of the weights, of the same numbers, in
// turn. Nothing is flushed, so the clock sees the kernel alone.
#ifndef AUTOTUNE_RUNTIME_COLD_COPIES_H
#define AUTOTUNE_RUNTIME_COLD_COPIES_H

#include "runtime/call.h"

enum { COLD_COPIES_MAX = 64 };
#define COLD_COPIES_MAX_BYTES ((int64_t)512 << 20)

typedef struct ColdCopies {
  int count;      // sets beside the operands themselves
  Operands *sets; // data of cold arguments: owned; all else is that of the operands
} ColdCopies;

// Of weights of so many bytes, the original among them, for `wanted_bytes` in all: 2 at least, at
// most COLD_COPIES_MAX and COLD_COPIES_MAX_BYTES. 1 where there are no weights, or not even two of
// them fit.
int cold_copies_count(int64_t weight_bytes, int64_t wanted_bytes);
// Copies what the cold arguments hold now. None are made where there is nothing cold. `operands`
// must outlive the result, which is destroyed whatever the result.
Status cold_copies_create(const Operands *operands, ColdCopies *out_copies);
void cold_copies_destroy(ColdCopies *copies); // of zeros: does nothing

#endif

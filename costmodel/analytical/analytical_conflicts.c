// Analytical model: rows of an operand that the kernel reads in place and that share so few sets of
// L1 that the next trip of a kernel loop finds none of their lines any more.
//
// With channels last, the rows of a window lie so many columns of so many channels apart: 56
// columns of 128 channels of f32 are seven pages, so that eleven rows and three columns are three
// sets of L1, and every line is fetched again for each of its 16 channels. The walk of the levels
// knows the innermost distance alone, as do the rows that the learned models were trained on.
#include "base/integer.h"
#include "costmodel/analytical/analytical_internal.h"

enum {
  SETS_MAX = 512,  // of L1: none has more
  LINES_MAX = 128, // in one trip: operands of more are left to the walk
};

// What the loop has in the cache between two trips, where iterator i moves over span[i] values: the
// lines by the address of each. A dimension of which they hold several places already adds none, as
// where a layout is transposed. 0 where they are too many.
static int lines_of(const Target *target, const AnalyticalAccess *access, const int64_t *span,
                    int64_t *out_at) {
  int64_t line = target->cache_line_bytes, run = access->element_bytes;
  int count = 0;
  for (int d = access->rank - 1; d >= 0; d--) {
    const AnalyticalDim *dim = &access->dims[d];
    int64_t range = 1, step = 0; // with a stride, only each so many-th place is read
    for (int t = dim->first; t < dim->first + dim->count; t++) {
      const AnalyticalTerm *term = &access->terms[t];
      range += term->coefficient * (span[term->iterator] - 1);
      step = span[term->iterator] > 1 ? integer_gcd(step, term->coefficient) : step;
    }
    range = integer_min(range, dim->size);
    if (range <= 1 || (count > 0 && dim->stride_bytes < line))
      continue;
    int64_t places = (range - 1) / step + 1, pitch = dim->stride_bytes * step;
    if (count == 0 && pitch <= integer_max(run, line)) { // neighbours, or nearer than a line
      run += (places - 1) * pitch;
      continue;
    }
    for (; count == 0 || count * line < run; count++) {
      if (count == LINES_MAX)
        return 0;
      out_at[count] = count * line;
    }
    if (places > LINES_MAX / count)
      return 0;
    int row = count;
    for (int64_t n = 1; n < places; n++)
      for (int l = 0; l < row; l++)
        out_at[count++] = out_at[l] + n * pitch;
  }
  return count;
}

// Of these lines those that are gone: where they are more than the set has ways.
static double lines_lost(const Target *target, const int64_t *at, int count) {
  int64_t sets = target->cache_bytes[0] / target->l1_ways / target->cache_line_bytes;
  uint8_t filled[SETS_MAX] = {0};
  double lost = 0;
  if (sets < 1 || sets > SETS_MAX)
    return 0;
  for (int l = 0; l < count; l++)
    filled[at[l] / target->cache_line_bytes % sets]++;
  for (int64_t set = 0; set < sets; set++) {
    int excess = filled[set] - target->l1_ways;
    if (excess > 0)
      lost += filled[set] * number_min(1, excess / CONFLICT_LINES);
  }
  return lost;
}

double conflict_bytes(const Candidate *candidate, int a, int depth, const int64_t *span,
                      double times) {
  const AnalyticalAccess *access = &candidate->context->accesses[a];
  const Target *target = candidate->context->target;
  const Loop *loop = &candidate->nest->loops[depth - 1];
  int64_t at[LINES_MAX];
  double line = target->cache_line_bytes;
  double moved = fabs((double)access->stride[loop->iterator] * (double)loop->step) *
                 access->element_bytes; // from trip to trip
  if (moved >= line)
    return 0;
  double lost = lines_lost(target, at, lines_of(target, access, span, at));
  return times * lost * line * (1 - moved / line);
}

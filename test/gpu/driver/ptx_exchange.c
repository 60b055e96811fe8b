// Exchanges between the threads of a warp (shfl.sync, mma.sync, ldmatrix), or of four (wgmma),
// which all of them have to reach.
#include "ptx_run.h"

enum { WARP = 32, GROUP = 4 * WARP };

// The lane whose value a lane gets; its own where that is none. PTX ISA, "shfl.sync".
static int source_of(const PtxRun *run, const PtxInstruction *at, int lane, bool *out_is_there) {
  int by = (int)ptx_value(run, &at->operands[2], 0);
  int clamp = (int)ptx_value(run, &at->operands[3], 0);
  int segment = clamp >> 8 & 31, last = (lane & segment) | (clamp & 31 & ~segment), source;
  switch (at->how[0]) {
  case 'u':
    source = lane - by;
    *out_is_there = source >= last;
    break;
  case 'd':
    source = lane + by;
    *out_is_there = source <= last;
    break;
  case 'b':
    source = lane ^ by;
    *out_is_there = source <= last;
    break;
  default:
    source = (lane & segment) | (by & ~segment);
    *out_is_there = source <= last;
  }
  return *out_is_there ? source : lane;
}

// A lane that has no thread gives ones in every bit, which no result may depend on.
static void shuffle(PtxRun *run, int first, int count) {
  uint64_t given[WARP];
  for (int lane = 0; lane < WARP; lane++) {
    given[lane] = 0xffffffff;
    if (lane >= count || run->threads[first + lane].is_done)
      continue;
    PtxThread *thread = &run->threads[first + lane];
    run->registers = thread->registers;
    given[lane] = ptx_value(run, &thread->exchange->operands[1], 0);
  }
  for (int lane = 0; lane < count; lane++) {
    PtxThread *thread = &run->threads[first + lane];
    const PtxInstruction *at = thread->exchange;
    bool is_there;
    if (!at)
      continue;
    run->registers = thread->registers;
    int source = source_of(run, at, lane, &is_there);
    thread->registers[at->operands[0].registers[0]] = given[source & (WARP - 1)];
    if (at->operands[0].registers[1] >= 0)
      thread->registers[at->operands[0].registers[1]] = is_there;
  }
}

// The instruction that all threads of the warp wait at which have not ended. Products of matrices
// need every one of them.
static const PtxInstruction *meeting(PtxRun *run, int first, int count) {
  const PtxInstruction *at = NULL;
  int waiting = 0, done = 0;
  for (int t = first; t < first + count; t++) {
    const PtxThread *thread = &run->threads[t];
    run->thread = t;
    at = at ? at : thread->exchange;
    run->at = at;
    waiting += at && thread->exchange == at;
    done += thread->is_done;
  }
  if (waiting + done < count || (at->op != PTX_shfl && waiting < WARP))
    ptx_fail(run, "is not reached by all threads of a warp: the exchange of thread", first);
  return at;
}

static void exchange(PtxRun *run, int first, int count) {
  const PtxInstruction *at = meeting(run, first, count);
  if (at->op == PTX_mma)
    ptx_multiply(run, at, first);
  else if (at->op == PTX_ldmatrix)
    ptx_load_matrices(run, at, first);
  else
    shuffle(run, first, count);
  for (int t = first; t < first + count; t++)
    run->threads[t].exchange = NULL;
}

// Whether the warp waits for a product of its warpgroup; the first one multiplies once all wait.
static bool is_of_group(const PtxRun *run, int first) {
  return run->threads[first].exchange && run->threads[first].exchange->op == PTX_GROUP;
}

static bool exchange_group(PtxRun *run, int first, int threads) {
  const PtxInstruction *at = run->threads[first].exchange;
  for (int t = first; t < first + GROUP; t++)
    if (t >= threads || run->threads[t].exchange != at)
      return false;
  run->at = at;
  ptx_multiply_group(run, at, first);
  for (int t = first; t < first + GROUP; t++)
    run->threads[t].exchange = NULL;
  for (int t = first; t < first + GROUP; t++)
    ptx_run_thread(run, t);
  return true;
}

bool ptx_exchange(PtxRun *run, int threads) {
  bool has = false, waits_for_group = false;
  for (int first = 0; first < threads; first += WARP) {
    int count = threads - first < WARP ? threads - first : WARP;
    bool waits = false;
    for (int t = first; t < first + count; t++)
      waits |= run->threads[t].exchange != NULL;
    if (!waits)
      continue;
    if (is_of_group(run, first)) {
      waits_for_group = true;
      has |= first % GROUP == 0 && exchange_group(run, first, threads);
      continue;
    }
    has = true;
    exchange(run, first, count);
    for (int t = first; t < first + count; t++)
      if (!run->threads[t].is_done)
        ptx_run_thread(run, t);
  }
  if (waits_for_group && !has)
    ptx_fail(run, "is not reached by all threads of a warpgroup: a product of", threads);
  return has;
}

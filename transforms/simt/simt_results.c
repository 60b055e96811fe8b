// The results of a thread: neighbouring rows, and along N vectors that lie apart by those of the
// other threads, so that a warp reads and writes neighbours.
#include "transforms/simt/simt_emitter.h"

#include <string.h>

static int vectors_of_row(const SimtNest *nest) { return (int)(nest->block[SIMT_N] / nest->lanes); }

int simt_result_count(const SimtNest *nest) {
  return (int)(nest->block[SIMT_M] * vectors_of_row(nest) / simt_team(nest));
}

typedef struct Result {
  MlirValue at[SIMT_ROLES];
  MlirValue is_there; // null: it surely is
} Result;

// Of vector `number`, in the tile.
static MlirValue position_of(SimtEmitter *emitter, int role, int number) {
  const SimtNest *nest = emitter->nest;
  if (nest->mma)
    return simt_mma_position(emitter, role, number);
  int row = number / vectors_of_row(nest), vector = number % vectors_of_row(nest);
  if (role == SIMT_M)
    return simt_add(emitter, simt_multiply(emitter, emitter->part[SIMT_M], nest->block[SIMT_M]),
                    row);
  return simt_add(emitter, simt_multiply(emitter, emitter->part[SIMT_N], nest->lanes),
                  vector * nest->threads[SIMT_N] * nest->lanes);
}

static Result result_of(SimtEmitter *emitter, int number, int lane) {
  Result result = {.is_there = {NULL}};
  for (int role = 0; role < SIMT_K; role++) {
    MlirValue position = position_of(emitter, role, number);
    result.at[role] = simt_add(emitter, simt_sum(emitter, emitter->first[role], position),
                               role == SIMT_N ? lane : 0);
    result.is_there =
        simt_both(emitter, result.is_there, simt_below_role(emitter, result.at[role], role));
  }
  return result;
}

// Whether whole vectors of results exist or do not, and lie at multiples of their size in a buffer.
static bool are_neighbours(const SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  const Access *output = &emitter->work->accesses[nest->roles.output];
  int n = nest->roles.iterator[SIMT_N];
  if (n < 0 || access_stride(output, n) != 1 || nest->roles.extent[SIMT_N] % nest->lanes != 0 ||
      nest->roles.run[SIMT_OPERANDS] % nest->lanes != 0)
    return false;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (i != n && access_stride(output, i) % nest->lanes != 0)
      return false;
  return true;
}

static MlirOperation open_if(SimtEmitter *emitter, MlirValue condition, int result_count,
                             const MlirType *types) {
  return mlirValueIsNull(condition) ? (MlirOperation){NULL}
                                    : ir_open_if(&emitter->ir, condition, result_count, types);
}

static MlirValue load_some(SimtEmitter *emitter, int number, int lane, int width) {
  MlirValue index[WORKLOAD_MAX_RANK], zeros = {NULL};
  Result result = result_of(emitter, number, lane);
  MlirType type = ir_vector_type(emitter->result, width);
  if (!mlirValueIsNull(result.is_there))
    zeros = simt_zeros(emitter, emitter->result, width);
  MlirOperation there = open_if(emitter, result.is_there, 1, &type);
  int rank = simt_index(emitter, simt_start_access(emitter->group), result.at, index);
  MlirValue value = simt_load(emitter, emitter->initial, rank, index, width);
  if (mlirOperationIsNull(there))
    return value;
  ir_else(&emitter->ir, there, 1, &value);
  ir_close_if(&emitter->ir, there, 1, &zeros, &value);
  return value;
}

// The vector of sums as results, with what the epilogue makes of each element.
static MlirValue finished(SimtEmitter *emitter, MlirValue vector, const Result *result, int width) {
  MlirValue lanes[SIMT_MAX_VECTOR], at[SIMT_ROLES];
  vector = simt_as_result(emitter, vector);
  if (workload_epilogue_count(emitter->work) == 0)
    return vector;
  memcpy(at, result->at, sizeof at);
  for (int lane = 0; lane < width; lane++) {
    at[SIMT_N] = simt_add(emitter, result->at[SIMT_N], lane);
    lanes[lane] = simt_epilogue(emitter, simt_lane(emitter, vector, lane), at);
  }
  return simt_vector(emitter, lanes, width);
}

static void store_some(SimtEmitter *emitter, MlirValue value, int number, int lane, int width) {
  MlirValue index[WORKLOAD_MAX_RANK];
  Result result = result_of(emitter, number, lane);
  MlirOperation there = open_if(emitter, result.is_there, 0, NULL);
  int rank = simt_index(emitter, emitter->nest->roles.output, result.at, index);
  simt_store(emitter, finished(emitter, value, &result, width), emitter->output, rank, index,
             width);
  if (mlirOperationIsNull(there))
    return;
  ir_else(&emitter->ir, there, 0, NULL);
  ir_close_if(&emitter->ir, there, 0, NULL, NULL);
}

void simt_results_start(SimtEmitter *emitter, MlirValue *out_results) {
  int lanes = emitter->nest->lanes;
  bool is_scalar = !mlirTypeIsAShaped(mlirValueGetType(emitter->initial));
  bool is_whole = !is_scalar && are_neighbours(emitter) &&
                  simt_start_is_result(emitter->group, simt_start_access(emitter->group),
                                       emitter->nest->roles.output);
  MlirValue parts[SIMT_MAX_VECTOR];
  for (int r = 0; r < simt_result_count(emitter->nest); r++) {
    if (is_scalar)
      out_results[r] = r == 0 ? simt_splat(emitter, emitter->initial, lanes) : out_results[0];
    else if (is_whole || lanes == 1)
      out_results[r] = load_some(emitter, r, 0, lanes);
    else {
      for (int lane = 0; lane < lanes; lane++)
        parts[lane] = simt_lane(emitter, load_some(emitter, r, lane, 1), 0);
      out_results[r] = simt_vector(emitter, parts, lanes);
    }
    if (!is_scalar || r == 0)
      out_results[r] = simt_as_sum(emitter, out_results[r]);
  }
}

void simt_results_store(SimtEmitter *emitter, const MlirValue *results) {
  int lanes = emitter->nest->lanes;
  bool is_whole = are_neighbours(emitter);
  for (int r = 0; r < simt_result_count(emitter->nest); r++)
    if (is_whole || lanes == 1)
      store_some(emitter, results[r], r, 0, lanes);
    else
      for (int lane = 0; lane < lanes; lane++)
        store_some(emitter, simt_splat(emitter, simt_lane(emitter, results[r], lane), 1), r, lane,
                   1);
}

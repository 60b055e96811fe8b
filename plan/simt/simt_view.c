// Iterators by the operands that they move: both, one of them, and the terms.
#include "plan/simt/simt_view.h"

#include "base/integer.h"

#include <string.h>

enum { OPERANDS = 2, BOTH = 3 };

typedef struct Role {
  uint8_t iterators[WORKLOAD_MAX_ITERATORS];
  int count;
} Role;

typedef struct Roles {
  int operand[OPERANDS], output;
  Role own[OPERANDS], terms; // own: of the results and that operand alone
  Role batches;
} Roles;

static bool find_accesses(const Workload *workload, Roles *roles) {
  int operands = 0, outputs = 0;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    const Statement *statement = &workload->statements[access->statement];
    if (access->is_output) {
      roles->output = a;
      outputs++;
    } else if (statement->stage == STAGE_BODY) {
      if (operands == OPERANDS || !statement->is_anchor)
        return false;
      roles->operand[operands++] = a;
    }
  }
  return operands == OPERANDS && outputs == 1;
}

static void add(Role *role, int iterator) { role->iterators[role->count++] = (uint8_t)iterator; }

static bool find_roles(const Workload *workload, Roles *roles) {
  for (int i = 0; i < workload->iterator_count; i++) {
    int moved = 0;
    for (int o = 0; o < OPERANDS; o++)
      if (access_uses(&workload->accesses[roles->operand[o]], i))
        moved |= 1 << o;
    if (moved == 0 || (workload->kinds[i] == ITERATOR_REDUCTION && moved != BOTH))
      return false;
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      add(&roles->terms, i);
    else if (moved == BOTH)
      add(&roles->batches, i);
    else
      add(&roles->own[moved >> 1], i);
  }
  return roles->terms.count > 0;
}

// By their strides in the results, the largest first.
static void sort(const Access *output, Role *role) {
  for (int n = 1; n < role->count; n++)
    for (int at = n; at > 0 && access_stride(output, role->iterators[at - 1]) <
                                   access_stride(output, role->iterators[at]);
         at--) {
      uint8_t kept = role->iterators[at];
      role->iterators[at] = role->iterators[at - 1];
      role->iterators[at - 1] = kept;
    }
}

static void add_iterator(const Workload *workload, const uint8_t *parts, int count,
                         SimtView *view) {
  int v = view->product.iterator_count;
  if (count == 0)
    return;
  memcpy(view->parts[v], parts, (size_t)count);
  view->part_count[v] = (uint8_t)count;
  view->product.kinds[v] = workload->kinds[parts[0]];
  view->product.extents[v] = 1;
  for (int p = 0; p < count; p++) {
    view->product.extents[v] =
        integer_multiply(view->product.extents[v], workload->extents[parts[p]]);
    if (workload_is_unknown(workload, parts[p]))
      view->product.unknown |= (uint16_t)(1u << v);
  }
  view->product.iterator_count++;
}

static void add_iterators(const Workload *workload, const Roles *roles, SimtView *view) {
  const Access *output = &workload->accesses[roles->output];
  const Role *first = &roles->own[0], *second = &roles->own[1];
  for (int b = 0; b < roles->batches.count; b++)
    add_iterator(workload, &roles->batches.iterators[b], 1, view);
  if (first->count > 0 && second->count > 0 &&
      access_stride(output, first->iterators[first->count - 1]) <
          access_stride(output, second->iterators[second->count - 1])) {
    first = &roles->own[1];
    second = &roles->own[0];
  }
  add_iterator(workload, first->iterators, first->count, view);
  add_iterator(workload, second->iterators, second->count, view);
  add_iterator(workload, roles->terms.iterators, roles->terms.count, view);
}

// --- accesses

// The stride of the innermost part that moves the access; 0: none does.
static int64_t stride_of(const Access *access, const SimtView *view, int v) {
  int64_t stride = 0;
  for (int p = view->part_count[v]; p-- > 0 && stride == 0;)
    stride = access_stride(access, view->parts[v][p]);
  return stride;
}

static bool make_access(const Workload *workload, const SimtView *view, int a, Access *out) {
  const Access *access = &workload->accesses[a];
  *out = *access;
  out->rank = 0;
  out->may_leave_shape = false;
  memset(out->index, 0, sizeof out->index);
  for (int v = 0; v < view->product.iterator_count; v++) {
    bool uses = false;
    for (int p = 0; p < view->part_count[v]; p++)
      uses |= access_uses(access, view->parts[v][p]);
    if (!uses)
      continue;
    if (out->rank == WORKLOAD_MAX_RANK)
      return false;
    out->shape[out->rank] = view->product.extents[v];
    out->strides[out->rank] = stride_of(access, view, v);
    out->index[out->rank++].coefficients[v] = 1;
  }
  return true;
}

static bool leaves_along(const Workload *workload, const Access *access, int iterator) {
  for (int d = 0; access->may_leave_shape && d < access->rank; d++)
    if (access->index[d].coefficients[iterator] != 0 && access_leaves_shape(workload, access, d))
      return true;
  return false;
}

// Parts of one iterator that follow one another in memory without a gap make one run; whatever else
// moves the access has to move it by whole vectors.
static int64_t find_run(const Workload *workload, const SimtView *view, int a) {
  const Access *access = &workload->accesses[a];
  int64_t run = 0, constant = 0;
  uint32_t joined = 0;
  for (int v = 0; v < view->product.iterator_count && run == 0; v++)
    for (int p = view->part_count[v]; p-- > 0;) {
      int i = view->parts[v][p];
      if (access_stride(access, i) != integer_max(run, 1) || leaves_along(workload, access, i))
        break;
      run = integer_max(run, 1) * workload->extents[i];
      joined |= 1u << i;
    }
  if (run == 0 || access->rank == 0)
    return 1;
  run = integer_gcd(run, access->shape[access->rank - 1]);
  for (int i = 0; i < workload->iterator_count; i++)
    if (!(joined >> i & 1u))
      run = integer_gcd(run, access_stride(access, i));
  for (int d = 0; d < access->rank; d++)
    constant += access->strides[d] * access->index[d].constant;
  return integer_gcd(run, constant);
}

// Parts of one iterator move it as one that counts all of them would.
static bool is_linear(const Workload *workload, const SimtView *view, int a) {
  const Access *access = &workload->accesses[a];
  for (int d = 0; d < access->rank; d++)
    if (access->index[d].constant != 0)
      return false;
  for (int v = 0; v < view->product.iterator_count; v++)
    for (int p = 0; p + 1 < view->part_count[v]; p++) {
      int i = view->parts[v][p], inner = view->parts[v][p + 1];
      if (access_stride(access, i) != access_stride(access, inner) * workload->extents[inner])
        return false;
    }
  return !access->may_leave_shape;
}

static bool needs_change(const Workload *workload, const Roles *roles) {
  bool pads = workload->accesses[roles->operand[0]].may_leave_shape ||
              workload->accesses[roles->operand[1]].may_leave_shape;
  return pads || workload->is_convolution || roles->terms.count > 1 || roles->own[0].count > 1 ||
         roles->own[1].count > 1;
}

static bool change(const Workload *workload, SimtView *view) {
  Roles roles = {.output = 0};
  if (!find_accesses(workload, &roles) || !find_roles(workload, &roles) ||
      !needs_change(workload, &roles))
    return false;
  for (int o = 0; o < OPERANDS; o++)
    sort(&workload->accesses[roles.output], &roles.own[o]);
  view->product.iterator_count = 0;
  view->product.unknown = 0;
  view->product.is_convolution = false;
  memset(view->product.extents, 0, sizeof view->product.extents);
  add_iterators(workload, &roles, view);
  for (int v = 0; v < view->product.iterator_count; v++)
    if (view->product.extents[v] > INT32_MAX)
      return false;
  for (int a = 0; a < workload->access_count; a++) {
    if (!make_access(workload, view, a, &view->product.accesses[a]))
      return false;
    view->run[a] = find_run(workload, view, a);
    view->is_linear[a] = is_linear(workload, view, a);
  }
  return true;
}

void simt_view_read(const Workload *workload, SimtView *out_view) {
  memset(out_view, 0, sizeof *out_view);
  out_view->product = *workload;
  out_view->is_changed = change(workload, out_view);
  if (out_view->is_changed)
    return;
  out_view->product = *workload;
  for (int i = 0; i < workload->iterator_count; i++) {
    out_view->parts[i][0] = (uint8_t)i;
    out_view->part_count[i] = 1;
  }
}

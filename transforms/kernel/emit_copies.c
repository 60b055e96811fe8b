// What comes before all loops: what the rule makes, and what is packed as a whole. Where all
// threads share that, each copy is a loop of its own over the shares (plan/threads/copy_share.h),
// and what follows it reads the whole buffer:
//
//   %p = scf.forall (%i) = (0) to (64) step (8) shared_outs(%o = %empty) {
//     %s = scf.for ... iter_args(%o) { ... }     rows %i to %i + 8
//     the slice of %s goes into %o (emit_forall.c)
//   }
#include "transforms/kernel/emitter.h"

#include <string.h>

// Of rules that run nothing before the nest.
void emit_no_prologue(Emitter *emitter) { (void)emitter; }

static void (*const prologues[RULE_COUNT])(Emitter *emitter) = {
#define RULE(enumerator, name, cost, prologue) prologue,
#include "plan/rules.def"
#undef RULE
};

// --- shares

typedef struct SharedCopy {
  CopyShare share;
  int64_t extent; // of the buffer along the dimension that is cut
  int iterator;   // that runs along it, `factor` iterations a position; -1: none, as in an image
  int64_t factor;
  MlirValue *buffer; // where its value is kept
  Forall forall;
  CopyPart part;
} SharedCopy;

static bool shares_copies(const Emitter *emitter) {
  return emitter->split && emitter->split->copies == COPIES_SHARED;
}

// Narrows the iterator to what the share holds.
static void open_share(Emitter *emitter, SharedCopy *copy) {
  int64_t step = copy->share.step;
  copy->forall = (Forall){.rank = 1,
                          .extents = {copy->extent},
                          .steps = {step},
                          .count = emitter->group->on_tensors,
                          .items = {copy->buffer}};
  emit_open_forall(emitter, &copy->forall);
  Position from = emit_forall_position(&copy->forall, 0);
  copy->part = (CopyPart){copy->share.dim, from, emit_piece_end(emitter, from, step, copy->extent)};
  copy->forall.slices[0][copy->share.dim] = (SliceDim){from, copy->part.to, step};
  emitter->part = &copy->part;
  int i = copy->iterator;
  if (i < 0)
    return;
  Linear first = {0};
  linear_add(&first, from, copy->factor);
  emitter->base[i] = (Position){emit_linear(emitter, &first), 0};
  emitter->limit[i] =
      emit_piece_end(emitter, emitter->base[i], step * copy->factor, emitter->work->extents[i]);
}

static MlirOperation close_share(Emitter *emitter, SharedCopy *copy) {
  int i = copy->iterator;
  emitter->part = NULL;
  if (i >= 0) {
    emitter->base[i] = position_at_constant(0);
    emitter->limit[i] = position_at_constant(emitter->work->extents[i]);
  }
  return emit_close_forall(emitter, &copy->forall, emitter->split->threads);
}

// --- what the rule makes

static CopyShare share_of_made(const Emitter *emitter) {
  return shares_copies(emitter)
             ? copy_share_made(&emitter->group->workload, emitter->work,
                               rule_get(emitter->schedule->rule), emitter->split->threads)
             : copy_share_none;
}

static int iterator_along(const Workload *workload, const Access *access, int dim) {
  int i = 0;
  while (i < workload->iterator_count && access->index[dim].coefficients[i] == 0)
    i++;
  return i;
}

static void make_operand(Emitter *emitter) {
  void (*prologue)(Emitter *) = prologues[emitter->schedule->rule];
  const Access *access = &emitter->work->accesses[emitter->made_operand];
  SharedCopy copy = {.share = share_of_made(emitter), .factor = 1, .buffer = &emitter->made};
  if (copy.share.pieces > 1) {
    copy.extent = access->shape[copy.share.dim];
    copy.iterator = iterator_along(emitter->work, access, copy.share.dim);
    open_share(emitter, &copy);
    prologue(emitter);
    close_share(emitter, &copy);
  } else {
    prologue(emitter);
  }
  emitter->values[emitter->made_operand] = emitter->made;
}

// --- packs

MlirOperation emit_share_pack(Emitter *emitter, int pack, CopyShare share) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  const PackDim *dim = &packed->dims[share.dim];
  SharedCopy copy = {.share = share,
                     .extent = dim->size,
                     .iterator = packed->is_image ? -1 : dim->source,
                     .factor = dim->factor,
                     .buffer = &emitter->packs[pack].value};
  open_share(emitter, &copy);
  emit_pack(emitter, pack);
  return close_share(emitter, &copy);
}

// A pack that is constant or shared holds everything, wherever the piece of a thread starts.
static void fill_pack(Emitter *emitter, int pack) {
  CopyShare share = copy_share_none;
  if (shares_copies(emitter))
    share = copy_share_pack(emitter->work, emitter->schedule, &emitter->nest.packs[pack],
                            emitter->split->threads);
  memset(emitter->pack_origin[pack], 0, sizeof(emitter->pack_origin[pack]));
  if (emitter->pack_is_constant[pack])
    return;
  if (share.pieces > 1) {
    emit_share_pack(emitter, pack, share);
    return;
  }
  memcpy(emitter->pack_origin[pack], emitter->base, sizeof(emitter->base));
  emit_pack(emitter, pack);
}

void emit_fill_packs(Emitter *emitter, int depth) {
  for (int p = 0; p < emitter->nest.pack_count; p++)
    if (emitter->nest.packs[p].depth == depth && !emitter->pack_ready[p]) {
      fill_pack(emitter, p);
      emitter->pack_ready[p] = true;
    }
}

void emit_copy_constants(Emitter *emitter) {
  for (int p = 0; p < emitter->nest.pack_count; p++) {
    if (!emit_is_whole_constant(emitter, p))
      continue;
    if (!emitter->pack_is_constant[p])
      emit_allocate_pack(emitter, p);
    fill_pack(emitter, p);
    emitter->pack_ready[p] = true;
  }
}

// All buffers come first, so that nothing but views stands between loops of several threads.
void emit_copies(Emitter *emitter, int to_depth) {
  if (emitter->made_operand >= 0) {
    const Access *made = &emitter->work->accesses[emitter->made_operand];
    emitter->made = emit_scratch(emitter, made->type, made->rank, made->shape);
  }
  emit_allocate_packs(emitter, 0, to_depth);
  if (emitter->made_operand >= 0)
    make_operand(emitter);
  emit_fill_packs(emitter, 0);
}

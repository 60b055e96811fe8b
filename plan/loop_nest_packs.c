// The packed buffers of a nest whose loops are laid out: panels in the order in which the kernel
// walks them, images as the operand lies.
#include "plan/loop_nest.h"

#include "base/integer.h"
#include "machine/instruction.h"
#include "plan/schedule_knobs.h"

static void add_dim(PackedBuffer *pack, PackDimKind kind, int source, int64_t size,
                    int64_t factor) {
  pack->dims[pack->rank++] =
      (PackDim){.kind = (uint8_t)kind, .source = (uint8_t)source, .size = size, .factor = factor};
}

// Iterations that a packed operand holds along `i` where the loops leave `span`: those of the last
// block too that lie beyond the extent.
static int64_t packed_span(const Workload *workload, const Schedule *schedule, int i,
                           int64_t span) {
  bool pads = workload->kinds[i] == ITERATOR_PARALLEL && schedule_pads(workload, schedule, i);
  return pads ? integer_round_up(span, schedule->block[i]) : span;
}

static void index_range(const Workload *workload, const Schedule *schedule, const IndexExpr *index,
                        int64_t *out_low, int64_t *out_high) {
  *out_low = *out_high = index->constant;
  for (int i = 0; i < workload->iterator_count; i++) {
    int64_t span = packed_span(workload, schedule, i, workload->extents[i]);
    int64_t reach = index->coefficients[i] * (span - 1);
    *(reach < 0 ? out_low : out_high) += reach;
  }
}

// The image keeps the buffer's dimensions. A vector that steps by s > 1 along the innermost one
// becomes contiguous when that dimension is split in (index % s, index / s).
static void lay_image_out(const Workload *workload, const Schedule *schedule, const Access *access,
                          PackedBuffer *pack) {
  pack->is_image = true;
  for (int d = 0; d < access->rank; d++) {
    int64_t low, high;
    index_range(workload, schedule, &access->index[d], &low, &high);
    low = low < 0 ? low : 0;
    high = high > access->shape[d] - 1 ? high : access->shape[d] - 1;
    int64_t range = high - low + 1;
    pack->origin[d] = low;
    bool is_row = d == access->rank - 1 && schedule->vector_iterator >= 0;
    int64_t stride = is_row ? access->index[d].coefficients[schedule->vector_iterator] : 0;
    int64_t slack = stride != 0 ? schedule->lanes : 0; // the last vector of a row ends after it
    if (stride > 1) {
      add_dim(pack, PACK_DIM_PHASE, d, stride, stride);
      add_dim(pack, PACK_DIM_QUOTIENT, d, integer_ceil_div(range, stride) + slack, stride);
    } else {
      add_dim(pack, PACK_DIM_INDEX, d, range + slack, 1);
    }
  }
}

// The iterator whose block stands for INSTRUCTION_LANES in a panel, or -1.
static int panel_lane_iterator(const Workload *workload, const Schedule *schedule,
                               const Access *access) {
  if (schedule->vector_iterator >= 0 && access_uses(access, schedule->vector_iterator))
    return schedule->vector_iterator;
  int lane = -1;
  int32_t largest = 1;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_PARALLEL && schedule->block[i] > largest &&
        access_uses(access, i)) {
      lane = i;
      largest = schedule->block[i];
    }
  return lane;
}

// The iterators that the instruction wants innermost in a panel of the access, blocks of them
// contiguous; returns how many there are.
static int panel_inner_iterators(const Workload *workload, const Schedule *schedule,
                                 const Access *access, ElementType type, int *out_iterators) {
  static int (*const iterator_of[])(const Workload *, const Schedule *,
                                    const Access *) = {[INSTRUCTION_LANES] = panel_lane_iterator};
  int count = 0;
  for (const InstructionDim *dim = instruction_panel(type, workload->accumulator_type);
       *dim != INSTRUCTION_PANEL_END; dim++) {
    int iterator = iterator_of[*dim](workload, schedule, access);
    if (iterator >= 0)
      out_iterators[count++] = iterator;
  }
  return count;
}

// What a dot product changes in the panel of its operand: neighbours along its reduction lie side
// by side within the lanes; without lanes they are what is contiguous.
static void interleave(const Workload *workload, const DotProduct *dot, const Access *access,
                       const int *inner, int inner_count, PackedBuffer *pack) {
  const DotOperand *operand = dot_product_operand(dot, (int)(access - workload->accesses));
  if (operand == NULL || dot->k == 1 ||
      (inner_count > 0 && inner[inner_count - 1] == dot->iterator))
    return;
  pack->interleave_iterator = (int8_t)dot->iterator;
  pack->interleave = (uint8_t)(inner_count > 0 ? dot_product_interleave(dot) : 1);
  pack->group = (uint8_t)(inner_count > 0 ? dot_product_group(dot, operand) : 1);
}

static void add_iterator_dim(PackedBuffer *pack, int iterator, int64_t span) {
  if (iterator != pack->interleave_iterator)
    add_dim(pack, PACK_DIM_ITERATOR, iterator, span, 1);
  else if (pack->interleave > 1)
    add_dim(pack, PACK_DIM_GROUP, iterator, integer_ceil_div(span, pack->interleave),
            pack->interleave);
}

// Dimensions follow the innermost serial loop of their iterator, so that the kernel walks the
// panel forwards; iterators that are only unrolled come last, but for what the instruction wants
// innermost.
static void add_outer_dims(const LoopNest *nest, const Access *access, const int64_t *span,
                           uint32_t done, PackedBuffer *pack) {
  uint32_t is_last = 0; // bit l: loop l is the innermost serial loop of its iterator
  for (int l = nest->serial_count - 1; l >= pack->depth; l--) {
    uint32_t bit = 1u << nest->loops[l].iterator;
    if ((done & bit) == 0 && access_uses(access, nest->loops[l].iterator))
      is_last |= 1u << l;
    done |= bit;
  }
  for (int l = pack->depth; l < nest->serial_count; l++)
    if (is_last & (1u << l))
      add_iterator_dim(pack, nest->loops[l].iterator, span[nest->loops[l].iterator]);
  for (int l = nest->serial_count; l < nest->loop_count; l++) {
    int i = nest->loops[l].iterator;
    if ((done & (1u << i)) == 0 && access_uses(access, i))
      add_iterator_dim(pack, i, span[i]);
    done |= 1u << i;
  }
  // An instruction takes all of a short reduction at once: it has no loop.
  int i = pack->interleave_iterator;
  if (i >= 0 && !(done >> i & 1u))
    add_iterator_dim(pack, i, span[i]);
}

// The iterator of the blocks that tiles have in a panel of their operand, and their size; 0: that
// of the register tile.
static bool find_tiles(const Schedule *schedule, const DotProduct *dot, int access, int *out_inner,
                       int64_t *out_block) {
  if (dot->row_iterator < 0 || dot_product_operand(dot, access) == NULL)
    return false;
  *out_inner = access == dot->operands[0].access ? dot->row_iterator : schedule->vector_iterator;
  *out_block = dot->row->groups > 1 ? dot->row->rows : 0;
  return true;
}

// Lanes of a row of the panel, those of the register tile or a part of them. A constant that is
// read once comes from memory as fast as the processor's prefetchers follow the loads. Each follows
// one load, and starts anew at every page: of one wide panel it would see but a few lines of a
// page, so the register tile reads several narrow ones side by side, of whole lines. With lanes
// along a reduction no panel is a stream, and pieces of them would be shorter.
static int64_t panel_lanes(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                           const Access *access, const PackedBuffer *pack, int iterator) {
  enum { STREAMS = 4, LINE_BYTES = 64 };
  int64_t block = schedule->block[iterator];
  int64_t lane_bytes = pack->interleave * element_type_bytes(pack->type);
  int64_t step = dot_product_step(&nest->dot, schedule, iterator);
  if (!access->is_constant || pack->depth > 0 || nest->dot.row_iterator >= 0 ||
      iterator != schedule->vector_iterator || workload->kinds[iterator] != ITERATOR_PARALLEL ||
      schedule_pads(workload, schedule, iterator))
    return block;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_PARALLEL && !access_uses(access, i) &&
        workload->extents[i] > schedule->block[i])
      return block; // it is read again
  for (int64_t streams = STREAMS; streams > 1; streams--)
    if (block % (streams * step) == 0 && block / streams * lane_bytes >= LINE_BYTES)
      return block / streams;
  return block;
}

static void lay_panel_out(const Workload *workload, const Schedule *schedule, const LoopNest *nest,
                          const Access *access, PackedBuffer *pack) {
  int64_t span[WORKLOAD_MAX_ITERATORS];
  loop_nest_spans(workload, nest, pack->depth, span);
  for (int i = 0; i < workload->iterator_count; i++)
    span[i] = packed_span(workload, schedule, i, span[i]);
  int inner[INSTRUCTION_MAX_PANEL];
  int inner_count = panel_inner_iterators(workload, schedule, access, pack->type, inner);
  int64_t tile = 0;
  if (find_tiles(schedule, &nest->dot, pack->access, inner, &tile))
    inner_count = 1;
  uint32_t done = 0;
  interleave(workload, &nest->dot, access, inner, inner_count, pack);
  for (int n = 0; n < inner_count; n++) {
    int64_t block = tile > 0 ? tile : panel_lanes(workload, schedule, nest, access, pack, inner[n]);
    if (span[inner[n]] > block)
      add_dim(pack, PACK_DIM_TILE, inner[n], integer_ceil_div(span[inner[n]], block), block);
    done |= 1u << inner[n];
  }
  add_outer_dims(nest, access, span, done, pack);
  for (int n = 0; n < inner_count; n++) {
    int64_t block = tile > 0 ? tile : panel_lanes(workload, schedule, nest, access, pack, inner[n]);
    bool is_whole = inner[n] == schedule->vector_iterator || inner[n] == nest->dot.row_iterator;
    int64_t step = dot_product_step(&nest->dot, schedule, inner[n]);
    add_dim(pack, PACK_DIM_LANE, inner[n],
            (is_whole ? integer_round_up(block, step) : block) * pack->interleave, block);
  }
  if (pack->interleave_iterator >= 0 && pack->interleave == 1)
    add_dim(pack, PACK_DIM_ITERATOR, pack->interleave_iterator, span[pack->interleave_iterator], 1);
}

static void cast_panel(const Workload *workload, const Schedule *schedule, const DotProduct *dot,
                       int access, PackedBuffer *pack) {
  const DotOperand *operand = dot_product_operand(dot, access);
  ElementType type;
  FactorCast cast;
  if (!dot_product_casts(workload, schedule, dot, access, &type, &cast))
    return;
  pack->cast = (uint8_t)(type != pack->type ? cast : FACTOR_NONE);
  pack->is_flipped = operand != NULL && operand->is_flipped;
  pack->type = type;
}

// Whether the buffer would hold all steps of the iterator of which only the run knows how many
// there are, of which a tile is packed alone, or blocks of lanes along it, which may end early.
static bool packs_open(const Workload *workload, const LoopNest *nest, const Access *access,
                       int depth, int vector) {
  int64_t span[WORKLOAD_MAX_ITERATORS];
  int i = workload->open - 1;
  if (i < 0 || !access_uses(access, i))
    return false;
  loop_nest_spans(workload, nest, depth, span);
  return span[i] == workload->extents[i] || i == vector;
}

static RejectReason add_pack(const Workload *workload, const Schedule *schedule, int a,
                             LoopNest *nest) {
  const Access *access = &workload->accesses[a];
  if (access->is_output || access->rank == 0 ||
      workload->statements[access->statement].stage != STAGE_BODY ||
      schedule->pack[a] > loop_nest_outside_kernel(nest) || nest->pack_count == LOOP_NEST_MAX_PACKS)
    return REJECT_PACK;
  bool is_padded = access->may_leave_shape && schedule->pad_mode == PAD_PACK;
  bool is_image = is_padded || access_has_window(access, workload->iterator_count);
  if (is_image && schedule->pack[a] != 0)
    return REJECT_PACK;
  if (packs_open(workload, nest, access, schedule->pack[a], schedule->vector_iterator))
    return REJECT_PACK;
  bool is_produced = schedule->produced >> a & 1u;
  if (is_produced && (is_image || access->produces == 0))
    return REJECT_PLACE;
  PackedBuffer *pack = &nest->packs[nest->pack_count++];
  pack->access = (uint8_t)a;
  pack->depth = (uint8_t)schedule->pack[a];
  pack->is_image = is_image;
  pack->is_produced = is_produced;
  pack->type = is_produced ? workload->statements[access->produces - 1].type : access->type;
  pack->rank = 0;
  pack->cast = FACTOR_NONE;
  pack->is_flipped = false;
  pack->interleave_iterator = -1;
  pack->interleave = pack->group = 1;
  if (is_image) {
    lay_image_out(workload, schedule, access, pack);
  } else {
    cast_panel(workload, schedule, &nest->dot, a, pack);
    lay_panel_out(workload, schedule, nest, access, pack);
  }
  pack->bytes = element_type_bytes(pack->type);
  for (int d = 0; d < pack->rank; d++)
    pack->bytes = integer_multiply(pack->bytes, pack->dims[d].size);
  if (__builtin_add_overflow(nest->buffer_bytes, pack->bytes, &nest->buffer_bytes))
    return REJECT_BUFFERS;
  return REJECT_NONE;
}

RejectReason loop_nest_add_packs(const Workload *workload, const Schedule *schedule,
                                 LoopNest *nest) {
  int deepest = PACK_NONE;
  for (int a = 0; a < workload->access_count; a++) {
    deepest = schedule->pack[a] > deepest ? schedule->pack[a] : deepest;
    if (workload->accesses[a].may_leave_shape && schedule->pad_mode != PAD_SEPARATE &&
        (schedule->pack[a] == PACK_NONE) == (schedule->pad_mode == PAD_PACK))
      return REJECT_PAD;
  }
  for (int depth = 0; depth <= deepest; depth++)
    for (int a = 0; a < workload->access_count; a++)
      if (schedule->pack[a] == depth) {
        RejectReason reason = add_pack(workload, schedule, a, nest);
        if (reason != REJECT_NONE)
          return reason;
      }
  return REJECT_NONE;
}

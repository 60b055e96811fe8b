// Convolutions are found by their index maps and bodies, so generic forms in any layout count.
#include "transforms/winograd/winograd.h"

#include "transforms/annotation.h"
#include "transforms/extract/extract.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/BuiltinTypes.h"

// The loops of the op by what they walk.
typedef struct Loops {
  int batch, filter, channel;
  int place[2], tap[2]; // rows, columns
} Loops;

enum { LOOP_COUNT = 7 };

// --- the loops

// The two loops of an index that is their sum; false when it is anything else.
static bool read_window(const StructuredOp *op, const IndexExpr *index, int *out_place,
                        int *out_tap) {
  int count = 0;
  *out_place = *out_tap = -1;
  for (int i = 0; i < op->loop_count; i++) {
    count += index->coefficients[i] != 0;
    if (index->coefficients[i] == 1)
      *(op->kinds[i] == ITERATOR_REDUCTION ? out_tap : out_place) = i;
  }
  return count == 2 && index->constant == 0 && *out_place >= 0 && *out_tap >= 0;
}

// The first window is that of the rows.
static bool read_image(const StructuredOp *op, Loops *loops, WinogradDim *dims) {
  const StructuredOperand *image = &op->operands[0];
  int windows = 0;
  *loops = (Loops){.batch = -1, .channel = -1};
  for (int d = 0; d < WINOGRAD_RANK; d++) {
    int loop = index_only_loop(&image->index[d]);
    if (loop >= 0) {
      bool is_channel = op->kinds[loop] == ITERATOR_REDUCTION;
      *(is_channel ? &loops->channel : &loops->batch) = loop;
      dims[d] = is_channel ? WINOGRAD_CHANNEL : WINOGRAD_BATCH;
      continue;
    }
    if (windows == 2 ||
        !read_window(op, &image->index[d], &loops->place[windows], &loops->tap[windows]))
      return false;
    dims[d] = windows++ ? WINOGRAD_COLUMN : WINOGRAD_ROW;
  }
  return windows == 2 && loops->batch >= 0 && loops->channel >= 0;
}

// The filters are the parallel loop that the image lacks.
static bool find_filters(const StructuredOp *op, Loops *loops) {
  loops->filter = -1;
  for (int i = 0; i < op->loop_count; i++)
    if (op->kinds[i] == ITERATOR_PARALLEL && i != loops->batch && i != loops->place[0] &&
        i != loops->place[1])
      loops->filter = i;
  return loops->filter >= 0;
}

// Which of the four loops, in the order of WinogradDim, each dimension of the operand is.
static bool read_dims(const StructuredOperand *operand, const int *loops, WinogradDim *out_dims) {
  unsigned found = 0;
  for (int d = 0; d < WINOGRAD_RANK; d++) {
    int loop = index_only_loop(&operand->index[d]);
    for (int i = 0; i < WINOGRAD_RANK; i++)
      if (loop == loops[i]) {
        out_dims[d] = (WinogradDim)i;
        found |= 1u << i;
      }
  }
  return found == (1u << WINOGRAD_RANK) - 1;
}

static bool has_form(const StructuredOp *op) {
  bool is_fit = !op->is_pad && op->on_tensors && op->input_count == 2 && op->operand_count == 3 &&
                op->loop_count == LOOP_COUNT;
  for (int i = 0; i < 3 && is_fit; i++)
    is_fit = op->operands[i].rank == WINOGRAD_RANK && op->operands[i].type == ELEMENT_F32;
  return is_fit && tensor_ops_adds_products(op->op);
}

// All of the image, which has what the taps reach beyond the places.
static bool covers_image(const StructuredOp *op, const Loops *loops, const WinogradDim *dims) {
  for (int d = 0; d < WINOGRAD_RANK; d++) {
    int window = dims[d] == WINOGRAD_COLUMN;
    bool is_window = window || dims[d] == WINOGRAD_ROW;
    if (is_window &&
        (op->extents[loops->tap[window]] != WINOGRAD_TAPS ||
         op->operands[0].shape[d] != op->extents[loops->place[window]] + WINOGRAD_TAPS - 1))
      return false;
  }
  return true;
}

bool winograd_read(MlirOperation op, WinogradConv *out_conv) {
  StructuredOp read;
  Loops loops;
  WinogradConv conv = {.op = op};
  if (structured_op_read(op, &read) != STATUS_OK || !has_form(&read) ||
      !read_image(&read, &loops, conv.image_dims) ||
      !covers_image(&read, &loops, conv.image_dims) || !find_filters(&read, &loops))
    return false;
  int of_weights[WINOGRAD_RANK] = {loops.filter, loops.tap[0], loops.tap[1], loops.channel};
  int of_result[WINOGRAD_RANK] = {loops.batch, loops.place[0], loops.place[1], loops.filter};
  if (!read_dims(&read.operands[1], of_weights, conv.weights_dims) ||
      !read_dims(&read.operands[2], of_result, conv.result_dims))
    return false;
  conv.image = read.operands[0].value;
  conv.weights = read.operands[1].value;
  conv.init = read.operands[2].value;
  conv.batch = read.extents[loops.batch];
  conv.rows = read.extents[loops.place[0]];
  conv.columns = read.extents[loops.place[1]];
  conv.channels = read.extents[loops.channel];
  conv.filters = read.extents[loops.filter];
  *out_conv = conv;
  return true;
}

bool winograd_is_form(MlirOperation op) {
  WinogradConv conv;
  return op_is_anchor_candidate(op) && !annotation_keeps(op) && winograd_read(op, &conv);
}

const char *winograd_barrier(MlirOperation op) {
  WinogradConv conv;
  if (fp_mode_of(op) < FP_RELAXED)
    return "fp=relaxed has to allow it";
  if (winograd_read(op, &conv) &&
      !winograd_weights_are_known(conv.weights, mlirOperationGetBlock(op)))
    return "the weights are no constant";
  return NULL;
}

bool winograd_is_convolution(MlirOperation op) {
  return winograd_is_form(op) && !winograd_barrier(op);
}

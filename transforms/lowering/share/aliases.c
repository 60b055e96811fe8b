// Aliases: which buffers of a call cannot share memory, so that the callee may be told.
#include "transforms/lowering/share/aliases.h"

#include "base/integer.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"

#include <stdint.h>

// Where a buffer lies: bytes [first, end) of what `root` stands for; no end: anywhere in it.
typedef struct Place {
  MlirValue root;
  int64_t first, end;
} Place;

static bool is_view(MlirOperation op) {
  return ir_op_is(op, "memref.cast") || ir_op_is(op, "memref.subview") ||
         ir_op_is(op, "memref.collapse_shape") || ir_op_is(op, "memref.expand_shape") ||
         ir_op_is(op, "memref.reinterpret_cast");
}

// The constant that an index is; false when it is none.
static bool read_constant(MlirValue value, int64_t *out_number) {
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  *out_number = mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value")));
  return true;
}

// The bytes of a memref.view of static shape in plain numbers; -1 for others, and for more than
// there is.
static int64_t view_bytes(MlirOperation view) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(view, 0));
  int64_t bits = type_bits(mlirShapedTypeGetElementType(type));
  bool is_plain = bits && bits <= 64 && (bits < 8 || (bits & (bits - 1)) == 0); // no padding
  if (!is_plain || !mlirShapedTypeHasStaticShape(type))
    return -1;
  int64_t bytes = (bits + 7) / 8;
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(type); i++)
    bytes = integer_multiply(bytes, mlirShapedTypeGetDimSize(type, i));
  return bytes <= MEMORY_MAX_BYTES ? bytes : -1;
}

// From bytes of the view to bytes of what it shows. Unknown bytes of it are some of all it shows.
static void look_through_view(MlirOperation view, Place *place) {
  int64_t shift, bytes = view_bytes(view);
  bool is_known = read_constant(mlirOperationGetOperand(view, 1), &shift);
  bool is_inside = place->end != INT64_MAX;
  if (!is_known || (!is_inside && bytes < 0)) {
    *place = (Place){place->root, 0, INT64_MAX};
    return;
  }
  place->end = shift + (is_inside ? place->end : bytes);
  place->first += shift;
}

static Place place_of(MlirValue value) {
  Place place = {value, 0, INT64_MAX};
  while (mlirValueIsAOpResult(place.root)) {
    MlirOperation op = mlirOpResultGetOwner(place.root);
    if (ir_op_is(op, "memref.view")) {
      look_through_view(op, &place);
    } else if (!is_view(op)) {
      break;
    }
    place.root = mlirOperationGetOperand(op, 0);
  }
  return place;
}

// Whether nothing else can stand for the memory of the root.
static bool is_distinct(MlirValue root) {
  if (mlirValueIsABlockArgument(root)) {
    MlirOperation parent = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(root));
    return ir_op_is(parent, "func.func");
  }
  MlirOperation op = mlirOpResultGetOwner(root);
  return ir_op_is(op, "memref.alloc") || ir_op_is(op, "memref.alloca");
}

static bool same_global(MlirValue a, MlirValue b) {
  MlirAttribute name = {NULL}, other = {NULL};
  if (ir_is_made_by(a, "memref.get_global"))
    name = mlirOperationGetAttributeByName(mlirOpResultGetOwner(a), ir_string("name"));
  if (ir_is_made_by(b, "memref.get_global"))
    other = mlirOperationGetAttributeByName(mlirOpResultGetOwner(b), ir_string("name"));
  return mlirAttributeIsNull(name) || mlirAttributeIsNull(other) || mlirAttributeEqual(name, other);
}

static bool are_apart(const Place *a, const Place *b) {
  if (mlirValueEqual(a->root, b->root))
    return a->end <= b->first || b->end <= a->first;
  bool has_distinct = is_distinct(a->root) && is_distinct(b->root);
  bool is_global = ir_is_made_by(a->root, "memref.get_global");
  bool is_other_global = ir_is_made_by(b->root, "memref.get_global");
  return has_distinct || (is_global && is_distinct(b->root)) ||
         (is_other_global && is_distinct(a->root)) ||
         (is_global && is_other_global && !same_global(a->root, b->root));
}

bool buffer_is_alone(const MlirValue *values, int count, int number) {
  Place place = place_of(values[number]);
  for (int i = 0; i < count; i++) {
    if (i == number || !mlirTypeIsAMemRef(mlirValueGetType(values[i])))
      continue;
    Place other = place_of(values[i]);
    if (!are_apart(&place, &other))
      return false;
  }
  return true;
}

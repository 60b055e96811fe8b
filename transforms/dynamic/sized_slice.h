// Pieces of tensors and memrefs of unknown size, with an IrBuilder.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_SLICE_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_SLICE_H

#include "transforms/ir.h"

// On the insert_slice of a piece, until what computes it is tuned.
#define PIECE_ATTRIBUTE "autotune.piece"

// Where a piece lies: along one dimension, all of the others.
typedef struct Piece {
  int dim;
  MlirValue offset;
  int64_t size;
  MlirValue valid; // as much of it is there, from its begin: the rest is any values; null: all
} Piece;

// The type with another size of the dimension; of a memref, that of a piece of it.
MlirType sized_type(MlirType type, int dim, int64_t size);
// The type of a piece of this shape of a memref with strides, at an offset that only the run knows.
MlirType sized_memref_type(MlirType type, const int64_t *shape);
// The size of a dimension: what the value was made with, or else asked of it.
MlirValue sized_dim(IrBuilder *ir, MlirValue value, int dim);
// The piece of a value that has the sizes of `like`.
MlirValue sized_extract(IrBuilder *ir, MlirValue value, MlirValue like, const Piece *piece);
// The piece of a value where it lies, of which `valid` is all.
MlirValue sized_part(IrBuilder *ir, MlirValue value, const Piece *piece);
// Pieces that are there already.
typedef struct PieceSource {
  MlirValue (*find)(void *context, MlirValue tensor);             // null: none of the tensor
  void (*keep)(void *context, MlirValue tensor, MlirValue piece); // told of those of paddings
                                                                  // and concatenations
  void *context;                                                  // lent
} PieceSource;

// The piece of a value, made of pieces of what the ops read that only pad, reshape or join along
// other dimensions. `made` may be null.
MlirValue sized_extract_through(IrBuilder *ir, MlirValue tensor, const Piece *piece,
                                const PieceSource *made);
// Writes `part` over the piece of `whole`, which has the sizes of `like`.
MlirValue sized_insert(IrBuilder *ir, MlirValue part, MlirValue whole, MlirValue like,
                       const Piece *piece);
// The same with what is behind the first `left` steps of the part, over the same steps of the
// piece.
MlirValue sized_insert_behind(IrBuilder *ir, MlirValue part, MlirValue whole, MlirValue like,
                              const Piece *piece, MlirValue left);
// sized_insert between threads, of a `part` with the sizes of the piece: the op is appended to
// `writes`, the block at the end of a scf.forall, where nothing else may stand, as sizes of `like`.
void sized_insert_shared(IrBuilder *ir, MlirValue part, MlirValue whole, MlirValue like,
                         const Piece *piece, MlirBlock writes);
// What the insert_slice overwrites, before the op. Its sizes must be there already.
MlirValue sized_slice_of_insert(IrBuilder *ir, MlirOperation insert);
// A tensor.empty of the size of the piece of `like`.
MlirValue sized_empty(IrBuilder *ir, MlirValue like, const Piece *piece);
// A memref.alloc of the sizes of `memref`, with `size` along `dim` where that is not negative; it
// is the caller's to free, and has no strides of its own.
MlirValue sized_buffer(IrBuilder *ir, MlirValue memref, int dim, int64_t size);
// What tensor.dim says of the value of an op on tensors is asked of its destination instead.
void sized_forward_dims(MlirValue value, MlirValue destination);

#endif

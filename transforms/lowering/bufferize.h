// Bufferize: loop nests of vector code on tensors become loop nests on memrefs, before the general
// bufferization sees them.
//
// The general analysis compares every read with every write of a buffer, which is cubic in the
// number of accumulators of a kernel: minutes for a tuned network. A kernel needs no analysis: one
// walk shows that its tensors are used in a line, newest version only, so each is one buffer. What
// is left for the general analysis is one read or write of each tensor per nest.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_BUFFERIZE_H
#define AUTOTUNE_TRANSFORMS_LOWERING_BUFFERIZE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Rewrites every outermost scf.for below `root` that carries tensors and whose body holds nothing
// but loops, conditions, scalar and vector ops, transfers, tensor.extract, tensor.insert and
// tensor.empty. Any other nest stays as it is, but those in it whose destinations are all
// tensor.empty where only the run knows where it ends. Loops keep their discardable attributes.
// Before, every use of a tensor.empty gets one of its own.
void bufferize_loops(MlirOperation root);

// Marks the tensor arguments that bufferization.materialize_in_destination names, through views and
// scf.for loops too, as writable (bufferization.writable = true) unless they carry the attribute.
void bufferize_mark_destinations(MlirOperation module);

// Keeps a caller's tensors apart from ours. Tensor arguments of public functions that are no such
// destinations are marked as read only (bufferization.writable = false) unless they carry the
// attribute already; a tensor that a function returns twice is copied, so that every result is a
// buffer of its own.
void bufferize_protect_caller(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif

// AffineRaising: what the parts of raising share. Every nest is assessed by itself first; then it
// becomes one nest with its neighbours, or is emitted by itself.
//
// Invariant: the IR stays as it was read until a nest is emitted, and each nest gets its remark
// then.
#ifndef AUTOTUNE_AFFINE_RAISE_AFFINE_RAISING_H
#define AUTOTUNE_AFFINE_RAISE_AFFINE_RAISING_H

#include "affine/schedule/affine_neighbours.h"
#include "transforms/report/report.h"

// What is raised for, and who hears of it.
typedef struct AffineRaising {
  Pool *pool;         // of everything until all nests are done
  MlirOperation root; // of the run
  const Target *target;
  bool is_parallel;  // loops for several processors are made,
  bool keeps_linalg; // but not of nests that become large linalg ops, or nothing but linalg ops:
                     // kernels are split by themselves
  int threads;       // that share such loops; 1: nobody has said
  PassReport *report;
} AffineRaising;

// --- affine_raise.c
// Writes the program where its nests were, of which `nest` is one. Their function then names the
// target. Marks the payload as changed.
Status affine_raise_emit(const AffineRaising *raising, const AffineNest *nest,
                         AffineProgram *program);

// --- affine_raise_nest.c: one nest by itself
// Reads the nest and finds what it becomes. out_nest->status tells a limit or an error.
void affine_raise_nest_assess(const AffineRaising *raising, MlirOperation loop,
                              AffineNest *out_nest);
// Replaces the nest by its program, if it has one, and counts it.
Status affine_raise_nest_emit(const AffineRaising *raising, AffineNest *nest);

// --- affine_raise_parallel.c: one nest on several processors
// Gives the nest a parallel loop, and another program for that, where there is one that pays.
void affine_raise_parallel(const AffineRaising *raising, AffineNest *nest);
// The same for a nest of large linalg ops that lie inside of loops, if its outermost loop is
// parallel or each thread can have a block of the whole nest: starting threads once is better than
// for every op in every iteration.
void affine_raise_parallel_outermost(const AffineRaising *raising, AffineNest *nest);
// Whether that is wanted of the nest.
bool affine_raise_wants_parallel(const AffineRaising *raising, const AffineNest *nest);

// --- affine_raise_neighbours.c: nests side by side
// Emits nest 0, as one with as many of those after it as can be fused with it. Returns how many of
// the nests are done.
int affine_raise_neighbours(const AffineRaising *raising, AffineNest *nests, int count,
                            Status *out_status);

// --- affine_raise_remarks.c: what is said about nests
// Writes what was raised to nest->text. `between`: loop rules for the loops between the linalg ops,
// or nothing.
void affine_raise_print(AffineNest *nest, const char *between);
// Why no loop of the nest runs in parallel.
void affine_raise_tell_carried(const AffineRaising *raising, const AffineNest *nest);
// Why neighbours, which `source` holds, stay apart.
void affine_raise_tell_refused(const AffineRaising *raising, const AffineNest *nests,
                               const AffineProgram *source, const AffineRefusal *refusal);
// Nests [0, count) became one, or loops of one did.
void affine_raise_tell_fused(const AffineRaising *raising, const AffineNest *nests, int count,
                             const AffineFused *fused);

#endif

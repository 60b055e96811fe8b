// Dependences between statements. Every answer errs on the side of a dependence.
#ifndef AUTOTUNE_AFFINE_ANALYSIS_AFFINE_DEPENDENCE_H
#define AUTOTUNE_AFFINE_ANALYSIS_AFFINE_DEPENDENCE_H

#include "affine/affine_program.h"

// Whether an instance of `from` that comes before one of `to`, in the outermost `shared` loops'
// same iteration, touches the same element and one of both writes. With `level` >= 0 only what that
// loop carries counts, with level -1 all, with AFFINE_LEVEL_NONE only what no loop carries.
enum { AFFINE_LEVEL_ALL = -1, AFFINE_LEVEL_NONE = -2 };
bool affine_dependence_exists(const AffineStatement *from, const AffineStatement *to, int shared,
                              int level);
// The same at all levels, but that two statements which update integers by one associative op may
// do so in any order.
bool affine_dependence_orders(const AffineStatement *from, const AffineStatement *to, int shared);
// Whether instances of a statement that share the outermost `shared` loops conflict other than by
// updating one element along loops that its index does not have. Without conflicts all orders of
// the loops are legal that keep the order of these loops among one another, and where the statement
// is not ordered all orders.
bool affine_dependence_conflicts(const AffineStatement *statement, int shared);
// Whether access a of one statement and access b of another may touch one element while their
// outermost `equal` loops are in the same iteration, in any order.
bool affine_dependence_accesses_meet(const AffineStatement *from, int a, const AffineStatement *to,
                                     int b, int equal);
// Whether some dependence as above has (difference of loop level + 1) + slope * (difference of loop
// `level`) <= limit, later instance minus earlier one.
bool affine_dependence_is_within(const AffineStatement *from, const AffineStatement *to, int level,
                                 int slope, int limit);
// What stands in the way: the innermost loop that carries a dependence, and between what.
typedef struct AffineDependence {
  int loop; // depth
  int array;
  bool from_store, to_store; // else from or to a load
} AffineDependence;
bool affine_dependence_find(const AffineProgram *program, AffineDependence *out_dependence);
// The same for one loop and two statements. Arrays with their bit in `ignored` do not count;
// updates of one element by one statement, which may come in any order but not at once unless the
// statement is ordered, do on demand.
bool affine_dependence_is_carried(const AffineStatement *from, const AffineStatement *to, int loop,
                                  uint64_t ignored, bool counts_updates,
                                  AffineDependence *out_dependence);
// Whether an instance of `second` touches an element before one of `first` of a later iteration of
// loop `level` does: then the loops, the one of `first` in front of the other, cannot become one.
bool affine_dependence_find_backward(const AffineStatement *first, const AffineStatement *second,
                                     int level, uint64_t ignored, AffineDependence *out_dependence);
// "loop 2 carries a dependence from a store to a load of argument 0".
void affine_dependence_describe(const AffineProgram *program, const AffineDependence *dependence,
                                char *text, int size);
// Whether a dependence would run backwards if the loops came in another order: loop d in place
// order[d]. Terms of one sum may change places unless the statement is ordered.
bool affine_dependence_breaks_order(const AffineStatement *from, const AffineStatement *to,
                                    const int *order, AffineDependence *out_dependence);
// Whether an iteration of the loop waits for an earlier one, all other shared loops being in the
// same iteration; a sum that is not ordered does not wait for its terms, and no sum does with
// `skips_updates`.
bool affine_dependence_waits(const AffineStatement *from, const AffineStatement *to, int loop,
                             bool skips_updates);
// Like affine_dependence_breaks_order where `factor` consecutive iterations of loop `level` are
// done together, inside of all other loops that the statements share: one iteration of both
// statements after the other with keep_order, else all those of the one that comes first in the
// text before those of the other.
bool affine_dependence_breaks_jam(const AffineStatement *from, const AffineStatement *to, int level,
                                  int factor, bool keep_order, AffineDependence *out_dependence);
// Whether the domain of the statement has a point where form >= 0.
bool affine_dependence_may_hold(const AffineStatement *statement, const AffineForm *form);

#endif

// See presburger_shim.h. Rational simplex after tightening by greatest common divisors: exact for
// the systems that loops and subscripts with unit coefficients make, else on the safe side.
#include "transforms/presburger_shim.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Analysis/Presburger/Simplex.h"

#include <numeric>

using namespace mlir::presburger;

// The sum of a c_i x_i is a multiple of the divisor of all c_i, so the constant may be rounded
// down.
static void tighten(llvm::MutableArrayRef<int64_t> row) {
  int64_t divisor = 0;
  for (int64_t coefficient : row.drop_back())
    divisor = std::gcd(divisor, coefficient);
  if (divisor <= 1)
    return;
  for (int64_t &coefficient : row.drop_back())
    coefficient /= divisor;
  int64_t constant = row.back();
  row.back() = constant / divisor - (constant % divisor < 0);
}

bool presburger_is_empty(int variable_count, int equality_count, const int64_t *equalities,
                         int inequality_count, const int64_t *inequalities) {
  size_t width = static_cast<size_t>(variable_count) + 1;
  IntegerPolyhedron system(PresburgerSpace::getSetSpace(variable_count));
  for (int i = 0; i < equality_count; ++i)
    system.addEquality(llvm::ArrayRef<int64_t>(equalities + i * width, width));
  llvm::SmallVector<int64_t, 32> row;
  for (int i = 0; i < inequality_count; ++i) {
    row.assign(inequalities + i * width, inequalities + (i + 1) * width);
    tighten(row);
    system.addInequality(row);
  }
  return system.isEmptyByGCDTest() || Simplex(system).isEmpty();
}

// MLIR's remark engine. MLIR 21 has none: what stands for it there hears nothing, and remarks are plain diagnostics.
#pragma once

#include "mlir/IR/MLIRContext.h"
#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR >= 22

#include "mlir/IR/Remarks.h"

inline bool versions_hears_remarks(mlir::MLIRContext *context) {
  return context->getRemarkEngine() != nullptr;
}

#else

#include "mlir/IR/Location.h"

inline bool versions_hears_remarks(mlir::MLIRContext *) { return false; }

namespace mlir::remark {

struct RemarkOpts {
  static RemarkOpts name(StringRef) { return {}; }
  RemarkOpts category(StringRef) const { return {}; }
  RemarkOpts function(StringRef) const { return {}; }
};

struct Metric {};
template <typename Value> Metric metric(StringRef, const Value &) { return {}; }

namespace detail {
struct InFlightRemark {
  explicit operator bool() const { return false; }
  InFlightRemark &operator<<(const Metric &) { return *this; }
};
} // namespace detail

inline detail::InFlightRemark passed(Location, const RemarkOpts &) { return {}; }
inline detail::InFlightRemark missed(Location, const RemarkOpts &) { return {}; }
inline detail::InFlightRemark analysis(Location, const RemarkOpts &) { return {}; }

} // namespace mlir::remark

#endif

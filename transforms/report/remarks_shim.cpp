// C++ because MLIR's remark engine has no C API. The engine writes its
// records without a lock, and nested passes run in parallel: one lock here keeps a
// record whole. Plain diagnostics are ordered and locked by MLIR.
#include "transforms/report/remarks_shim.h"

#include "base/text.h"
#include "versions/remarks.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Format.h"

#include <algorithm>
#include <mutex>

using namespace mlir;

namespace {

std::mutex engineLock;

constexpr const char *rejectNames[] = {
#define X(name, text) #name,
    REJECT_REASONS(X)
#undef X
};

// Key of a reason, e.g. "Rejected-code-size".
std::string rejectKey(int reason) {
  std::string key = "Rejected-" + StringRef(rejectNames[reason]).lower();
  std::replace(key.begin(), key.end(), '_', '-');
  return key;
}

std::string secondsText(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3e", seconds);
  return text;
}

remark::RemarkOpts remarkOpts(const TuneRemark &remark, StringRef name) {
  return remark::RemarkOpts::name(name).category("autotune").function(unwrap(remark.function));
}

void addRejected(const TuneRemark &remark, remark::detail::InFlightRemark &out) {
  int64_t sum = 0;
  for (int reason = REJECT_NONE + 1; remark.rejected && reason < REJECT_COUNT; reason++)
    sum += remark.rejected[reason];
  out << remark::metric("Rejected", sum);
  for (int reason = REJECT_NONE + 1; remark.rejected && reason < REJECT_COUNT; reason++)
    if (remark.rejected[reason])
      out << remark::metric(rejectKey(reason), remark.rejected[reason]);
}

void emitPassed(const TuneRemark &remark, Location location) {
  if (auto out = remark::passed(location, remarkOpts(remark, "tuned"))) {
    out << remark::metric("Op", unwrap(remark.op).str())
        << remark::metric("Source", std::string(remark.source))
        << remark::metric("Knobs", std::string(remark.schedule))
        << remark::metric("Fused", std::string(remark.fused_ops));
    if (remark.part[0])
      out << remark::metric("Part", std::string(remark.part));
    if (remark.seconds > 0)
      out << remark::metric("PredictedSeconds", secondsText(remark.seconds));
    if (remark.measured_seconds > 0)
      out << remark::metric("MeasuredSeconds", secondsText(remark.measured_seconds));
    else if (remark.measured_seconds < 0)
      out << remark::metric("MeasuredSeconds", std::string("none"));
    if (remark.threads[0])
      out << remark::metric("Threads", std::string(remark.threads));
    if (remark.look[0])
      out << remark::metric("SecondLook", std::string(remark.look));
    if (remark.model[0])
      out << remark::metric("Model", std::string(remark.model))
          << remark::metric("Trust", std::string(remark.trust));
  }
}

void emitAnalysis(const TuneRemark &remark, Location location) {
  if (auto out = remark::analysis(location, remarkOpts(remark, "search"))) {
    out << remark::metric("Op", unwrap(remark.op).str())
        << remark::metric("Candidates", remark.candidates);
    addRejected(remark, out);
    if (remark.runner_up[0])
      out << remark::metric("RunnerUp", std::string(remark.runner_up))
          << remark::metric("RunnerUpSeconds", secondsText(remark.runner_up_seconds));
    if (remark.why[0])
      out << remark::metric("Why", std::string(remark.why));
  }
}

void emitRaised(const TuneRemark &remark, Location location) {
  if (auto out = remark::analysis(
          location, remarkOpts(remark, remark.kind == REMARK_RAISED ? "raised" : "rewritten"))) {
    out << remark::metric("Op", unwrap(remark.op).str())
        << remark::metric("Result", std::string(remark.reason));
    if (remark.workload[0])
      out << remark::metric("Workload", std::string(remark.workload));
  }
}

// Whether somebody has asked the engine for it.
bool emitMissed(const TuneRemark &remark, Location location) {
  bool isRefused = remark.kind == REMARK_REFUSED;
  auto out = remark::missed(location, remarkOpts(remark, isRefused ? "refused" : "untouched"));
  out << remark::metric("Op", unwrap(remark.op).str())
      << remark::metric("Reason", std::string(remark.reason));
  return static_cast<bool>(out);
}

bool emitTarget(const TuneRemark &remark, Location location) {
  auto out = remark::analysis(location, remarkOpts(remark, "target"));
  out << remark::metric("Target", std::string(remark.target))
      << remark::metric("Source", std::string(remark.source))
      << remark::metric("Reason", std::string(remark.reason));
  return static_cast<bool>(out);
}

void emitScript(const TuneRemark &remark, Location location) {
  auto out = remark::analysis(location, remarkOpts(remark, "script"));
  out << remark::metric("Selected", std::string(remark.schedule))
      << remark::metric("Reason", std::string(remark.reason));
  if (remark.seconds > 0)
    out << remark::metric("PredictedSeconds", secondsText(remark.seconds));
}

// False for a remark of an untouched op or a target that the engine does not report.
bool emitToEngine(const TuneRemark &remark, Location location) {
  std::lock_guard<std::mutex> guard(engineLock);
  if (remark.kind == REMARK_MISSED || remark.kind == REMARK_REFUSED)
    return emitMissed(remark, location);
  if (remark.kind == REMARK_TARGET)
    return emitTarget(remark, location);
  if (remark.kind == REMARK_SCRIPT) {
    emitScript(remark, location);
    return true;
  }
  if (remark.kind == REMARK_RAISED || remark.kind == REMARK_REWRITTEN) {
    emitRaised(remark, location);
    return true;
  }
  emitPassed(remark, location);
  if (remark.candidates > 0)
    emitAnalysis(remark, location);
  return true;
}

void emitPlain(const TuneRemark &remark, Location location) {
  if (remark.kind == REMARK_MISSED) {
    mlir::emitRemark(location) << "autotune: " << unwrap(remark.op)
                               << " left untouched: " << remark.reason;
    return;
  }
  auto out = mlir::emitRemark(location);
  if (remark.kind == REMARK_TARGET || remark.kind == REMARK_SCRIPT) {
    out << "autotune: " << remark.reason;
    return;
  }
  if (remark.kind == REMARK_REFUSED) {
    out << "autotune: " << unwrap(remark.op) << ": " << remark.reason;
    return;
  }
  if (remark.kind == REMARK_RAISED || remark.kind == REMARK_REWRITTEN) {
    out << "autotune: " << unwrap(remark.op)
        << (remark.kind == REMARK_RAISED ? " raised: " : " rewritten: ") << remark.reason;
    return;
  }
  out << "autotune: " << unwrap(remark.op) << (remark.part[0] ? ", " : "") << remark.part
      << " tuned (" << remark.source << "): " << remark.schedule;
  if (remark.seconds > 0)
    out << ", predicted " << secondsText(remark.seconds) << " s";
  if (remark.measured_seconds > 0)
    out << ", measured " << secondsText(remark.measured_seconds) << " s";
  else if (remark.measured_seconds < 0)
    out << ", no candidate could be measured";
  if (remark.threads[0])
    out << ", " << remark.threads;
  if (remark.look[0])
    out << "; " << remark.look;
  if (remark.why[0])
    out << "; the runner-up is predicted faster (" << secondsText(remark.runner_up_seconds)
        << " s): " << remark.why;
}

// Names of the module and of files are what others wrote.
std::string shown(StringRef text) {
  std::string line = text.str();
  std::string out(line.size() + 1, 0);
  return text_line(line.c_str(), out.data(), out.size());
}

} // namespace

void remark_emit(const TuneRemark *told, PlainRemarks plain) {
  std::string function = shown(unwrap(told->function)), reason = shown(told->reason);
  std::string source = shown(told->source), model = shown(told->model);
  TuneRemark copy = *told;
  const TuneRemark *remark = &copy;
  copy.function = wrap(StringRef(function));
  copy.reason = reason.c_str();
  copy.source = source.c_str();
  copy.model = model.c_str();
  Location location = unwrap(remark->location);
  bool isReported =
      versions_hears_remarks(location->getContext()) && emitToEngine(*remark, location);
  bool isMissed = remark->kind == REMARK_MISSED;
  bool isTarget = remark->kind == REMARK_TARGET;
  bool isRefused = remark->kind == REMARK_REFUSED;
  if (plain == PLAIN_REMARKS_ALL || (plain == PLAIN_REMARKS_MISSED && (isMissed || isRefused)) ||
      (plain == PLAIN_REMARKS_AUTO && (isMissed || isTarget) && !isReported))
    emitPlain(*remark, location);
}

void remark_emit_calibration(MlirLocation location, const char *told, PlainRemarks plain) {
  std::string text = shown(told);
  Location where = unwrap(location);
  bool isReported = false;
  if (versions_hears_remarks(where->getContext())) {
    std::lock_guard<std::mutex> guard(engineLock);
    auto opts = remark::RemarkOpts::name("calibration").category("autotune");
    if (auto out = remark::analysis(where, opts)) {
      out << remark::metric("Calibration", text);
      isReported = true;
    }
  }
  if (plain == PLAIN_REMARKS_ALL || (plain == PLAIN_REMARKS_AUTO && !isReported))
    mlir::emitRemark(where) << "autotune: " << text;
}

void remark_emit_summary(MlirOperation root, const TuneStatistics *statistics) {
  Location location = unwrap(root)->getLoc();
  if (statistics->ops_seen == 0 || !versions_hears_remarks(location->getContext()))
    return;
  std::lock_guard<std::mutex> guard(engineLock);
  auto opts = remark::RemarkOpts::name("summary").category("autotune");
  if (auto out = remark::analysis(location, opts)) {
#define X(field, name, meaning) out << remark::metric(name, statistics->field);
    TUNE_STATISTICS(X)
#undef X
  }
}

// C++ because passes with options, statistics and dependent dialects cannot be
// made through MLIR's C API. Everything that decides is C, behind tune.h.
#include "passes/autotune_shim.h"

#include "passes/pipelines.h"
#include "passes/simt_shim.h"
#include "passes/tune.h"
#include "transforms/dialects_shim.h"
#include "transforms/foreign/packed_integers.h"
#include "transforms/report/remarks_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

#include <memory>

using namespace mlir;

namespace {

// "rejected-REGISTERS" of the table of reasons as the name of a statistic.
template <size_t N> struct LowerCase {
  char kebab[N] = {};
  constexpr LowerCase(const char (&from)[N]) {
    for (size_t i = 0; i < N; i++)
      kebab[i] = from[i] == '_'                     ? '-'
                 : from[i] >= 'A' && from[i] <= 'Z' ? char(from[i] - 'A' + 'a')
                                                    : from[i];
  }
};
#define X(reason, meaning) constexpr LowerCase rejectedName##reason("rejected-" #reason);
REJECT_REASONS(X)
#undef X

// Numbers are read as texts: LLVM's reader of numbers prints a line of its own.
#define INITIAL_TEXT(initial) initial
#define INITIAL_NUMBER(initial) #initial
#define DECLARE_OPTION(kind, field, name, scope, initial, values, meaning)                         \
  Pass::Option<std::string> field{*this, name, llvm::cl::desc(meaning ": " values),                \
                                  llvm::cl::init(INITIAL_##kind(initial))};
#define NAME_OPTION(kind, field, name, scope, initial, values, meaning) name " "
#define READ_TEXT(field, values) (field).getValue().c_str()
#define READ_NUMBER(field, values) readNumber(field, values, refused)
#define READ_OPTION(kind, field, name, scope, initial, values, meaning)                            \
  texts.field = READ_##kind(this->field, values);

#define WRITE_TEXT(value) (value)
#define WRITE_NUMBER(value) std::to_string(value)
#define WRITE_OPTION(kind, field, name, scope, initial, values, meaning)                           \
  this->field = WRITE_##kind(texts.field);

// Leaves in `refused` why it is none.
int64_t readNumber(const Pass::Option<std::string> &option, const char *values,
                   std::string &refused) {
  int64_t number = 0;
  if (StringRef(option.getValue()).getAsInteger(0, number))
    refused = ("option '" + option.getArgStr() + "': '" + option.getValue() +
               "' is no whole number that fits; use " + values)
                  .str();
  return number;
}

// What both passes share: a run over one op of the payload, whatever op that is.
template <typename PassT> class TunePass : public PassWrapper<PassT, OperationPass<>> {
public:
  TunePass() = default;
  // The copies made for threads share the parsed options.
  TunePass(const TunePass &other)
      : PassWrapper<PassT, OperationPass<>>(other), options(other.options), heard(other.heard),
        model(other.model), mistake(other.mistake) {}

  void setUp(const PassSetup &setup) {
    writeOptions(setup.texts);
    heard = {setup.remark, setup.user, PLAIN_REMARKS_AUTO};
    model = setup.model;
    mistake = setup.mistake ? setup.mistake : "";
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    autotune_insert_dialects(registry);
  }

  LogicalResult
  initializeOptions(StringRef text,
                    function_ref<LogicalResult(const Twine &)> errorHandler) override {
    return Pass::initializeOptions(text, [&](const Twine &message) {
      // MLIR's parser has printed the reason itself when the message is empty.
      std::string reason = StringRef(message.str()).trim().str();
      return errorHandler(reason + (reason.empty() ? "" : "; ") +
                          "the options are: " + PassT::optionNames);
    });
  }

  LogicalResult initialize(MLIRContext *context) override {
    autotune_attach_effects(context);
    OptionTexts texts;
    option_texts_init(&texts);
    std::string refused = mistake;
    readOptions(texts, refused);
    if (model)
      texts.model = MODEL_IN_PLACE;
    if (!refused.empty())
      return emitError(UnknownLoc::get(context)) << this->getArgument() << ": " << refused;
    auto parsed = std::make_shared<TuneOptions>();
    if (options_parse(&texts, parsed.get()) != STATUS_OK)
      return emitError(UnknownLoc::get(context)) << this->getArgument() << ": " << status_text();
    if (parsed->target_note_kind == TARGET_NOTE_WARNING)
      emitWarning(UnknownLoc::get(context)) << this->getArgument() << ": " << parsed->target_note;
    else if (parsed->target_note_kind == TARGET_NOTE_REMARK)
      remark_emit_calibration(wrap(Location(UnknownLoc::get(context))), parsed->target_note,
                              parsed->remarks);
    if (model)
      parsed->model = model_option_of(model);
    options = std::move(parsed);
    return success();
  }

  void runOnOperation() override {
    Operation *root = this->getOperation();
    TuneStatistics counts = {};
    MlirLocation location = wrap(root->getLoc());
    bool changed = false;
    heard.plain = options->remarks;
    Status status =
        PassT::tune(wrap(root), options.get(), &counts, sendRemark, &heard, &changed, &location);
    addStatistics(counts);
    remark_emit_summary(wrap(root), &counts);
    if (status != STATUS_OK) {
      emitError(unwrap(location)) << this->getArgument() << ": " << status_text();
      this->signalPassFailure();
      return;
    }
    if (options->schedule[0] && counts.ops_seen > 0 && counts.by_force == 0)
      emitWarning(root->getLoc())
          << this->getArgument()
          << ": option 'schedule': no op accepts it; remarks=missed says why";
    if (options->script[0] && counts.functions_scripted == 0)
      emitWarning(root->getLoc()) << this->getArgument()
                                  << ": option 'script': it changes nothing; remarks=all says why";
    if (!changed) {
      this->markAllAnalysesPreserved();
    }
  }

protected:
  // Lends the values to `texts`.
  virtual void readOptions(OptionTexts &texts, [[maybe_unused]] std::string &refused) const {
#define SHARED_OPTION READ_OPTION
#include "passes/options.def"
  }
  virtual void writeOptions(const OptionTexts &texts) {
#define SHARED_OPTION WRITE_OPTION
#include "passes/options.def"
  }

private:
  // Who hears the remarks.
  struct Heard {
    RemarkCallback remark;
    void *user;
    PlainRemarks plain;
  };

  std::shared_ptr<const TuneOptions> options;
  Heard heard = {};
  const LearnedModel *model = nullptr; // of a setup
  std::string mistake;                 // the same

#define SHARED_OPTION DECLARE_OPTION
#include "passes/options.def"

#define X(field, name, meaning) Pass::Statistic field{this, name, meaning};
  TUNE_STATISTICS(X)
#undef X
#define X(reason, meaning)                                                                         \
  Pass::Statistic rejected##reason{this, rejectedName##reason.kebab,                               \
                                   "Candidates refused: " meaning};
  REJECT_REASONS(X)
#undef X

  static void sendRemark(const TuneRemark *remark, void *user) {
    const auto *heard = static_cast<const Heard *>(user);
    remark_emit(remark, heard->plain);
    if (heard->remark)
      heard->remark(remark, heard->user);
  }

  void addStatistics(const TuneStatistics &counts) {
#define X(field, name, meaning) field += counts.field;
    TUNE_STATISTICS(X)
#undef X
#define X(reason, meaning) rejected##reason += counts.rejected[REJECT_##reason];
    REJECT_REASONS(X)
#undef X
  }
};

class AutotunePass : public TunePass<AutotunePass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AutotunePass)
  static constexpr auto tune = tune_payload;
  static constexpr const char *optionNames =
#define SHARED_OPTION NAME_OPTION
#define AUTOTUNE_OPTION NAME_OPTION
#include "passes/options.def"
      "";

  AutotunePass() = default;
  AutotunePass(const AutotunePass &other) : TunePass(other) {}
  StringRef getName() const override { return "AutotunePass"; }
  StringRef getArgument() const override { return "autotune"; }
  StringRef getDescription() const override {
    return "Choose schedules for linalg ops with a cost model and rewrite the ops";
  }

protected:
  void readOptions(OptionTexts &texts, std::string &refused) const override {
    TunePass::readOptions(texts, refused);
#define AUTOTUNE_OPTION READ_OPTION
#include "passes/options.def"
  }
  void writeOptions(const OptionTexts &texts) override {
    TunePass::writeOptions(texts);
#define AUTOTUNE_OPTION WRITE_OPTION
#include "passes/options.def"
  }
  // What a script makes is lowered while the pass runs.
  void getDependentDialects(DialectRegistry &registry) const override {
    TunePass::getDependentDialects(registry);
    if (!script.empty())
      registry.insert<omp::OpenMPDialect>();
  }

private:
#define AUTOTUNE_OPTION DECLARE_OPTION
#include "passes/options.def"
};

class AutotuneKernelsPass : public TunePass<AutotuneKernelsPass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AutotuneKernelsPass)
  static constexpr auto tune = tune_apply_annotations;
  static constexpr const char *optionNames =
#define SHARED_OPTION NAME_OPTION
#include "passes/options.def"
      "";

  AutotuneKernelsPass() = default;
  AutotuneKernelsPass(const AutotuneKernelsPass &other) : TunePass(other) {}
  StringRef getName() const override { return "AutotuneKernelsPass"; }
  StringRef getArgument() const override { return "autotune-kernels"; }
  StringRef getDescription() const override {
    return "Rewrite linalg ops by the schedules they are annotated with, others by a default";
  }

protected:
  void readOptions(OptionTexts &texts, std::string &refused) const override {
    TunePass::readOptions(texts, refused);
    // Nothing is chosen here, so no model is read.
    texts.model = "none";
  }
};

struct PackIntegersPass : PassWrapper<PackIntegersPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PackIntegersPass)
  StringRef getArgument() const final { return PACK_INTEGERS_PASS; }
  StringRef getDescription() const final {
    return "Pass tensors of integers of 2 and 4 bits packed in bytes, and floats of 4 and 8 bits "
           "as "
           "integers, and compute with bytes";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    autotune_insert_dialects(registry);
  }
  void runOnOperation() final { packed_integers_lower(wrap(getOperation().getOperation())); }
};

template <typename PassT> MlirPass create(const PassSetup &setup) {
  auto pass = std::make_unique<PassT>();
  pass->setUp(setup);
  return wrap(static_cast<Pass *>(pass.release()));
}

} // namespace

MlirPass autotune_pass_create(const PassSetup *setup, bool is_kernels) {
  if (!is_kernels)
    return create<AutotunePass>(*setup);
  PassSetup chooses_nothing = *setup;
  chooses_nothing.model = nullptr;
  return create<AutotuneKernelsPass>(chooses_nothing);
}

void autotune_load_dialects(MlirContext context) {
  DialectRegistry registry;
  autotune_insert_dialects(registry);
  unwrap(context)->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    unwrap(context)->getOrLoadDialect(name);
  autotune_attach_effects(unwrap(context));
}

void autotune_register_passes(void) {
  if (PassInfo::lookup("autotune"))
    return;
  PassRegistration<AutotunePass>();
  PassRegistration<AutotuneKernelsPass>();
  PassRegistration<PackIntegersPass>();
  simt_pass_register();
  pipelines_register();
}

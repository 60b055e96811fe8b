// Command-line flags of passes that are registered while the command line is
// being parsed. mlir-opt reads the registry into its list option before
// --load-pass-plugin is seen, so the names of a plugin have to be added to that list.
//
// The list option is private to MLIR's PassRegistry.cpp; the types below repeat its
// layout for the releases they were written for. Any other release, or an option of
// another type, gets an alias: the flag then stands for a whole --pass-pipeline and
// cannot be mixed with the flags of other passes.
#include "passes/autotune_shim.h"

#include "passes/pipelines.h"
#include "passes/simt_shim.h"
#include "transforms/foreign/packed_integers.h"

#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"

#include <cstring>
#include <string>
#include <typeinfo>

using namespace mlir;

namespace {
struct PassArgData {
  PassArgData() = default;
  PassArgData(const PassRegistryEntry *entry) : registryEntry(entry) {}
  const PassRegistryEntry *registryEntry{nullptr};
  StringRef options;
};
} // namespace

namespace llvm {
namespace cl {
template <> struct OptionValue<PassArgData> final : OptionValueBase<PassArgData, /*isClass=*/true> {
  OptionValue(const PassArgData &value) { this->setValue(value); }
  OptionValue() = default;
  bool hasValue() const { return true; }
  const PassArgData &getValue() const { return value; }
  void setValue(const PassArgData &newValue) { value = newValue; }
  PassArgData value;
};
} // namespace cl
} // namespace llvm

namespace {

struct PassNameParser : public llvm::cl::parser<PassArgData> {
  PassNameParser(llvm::cl::Option &option) : llvm::cl::parser<PassArgData>(option) {}
  void initialize() {}
  void printOptionInfo(const llvm::cl::Option &, size_t) const override {}
  size_t getOptionWidth(const llvm::cl::Option &) const override { return 0; }
  bool parse(llvm::cl::Option &, StringRef, StringRef, PassArgData &) { return true; }
  bool passNamesOnly = false;
};

using PassList = llvm::cl::list<PassArgData, bool, PassNameParser>;

// Types in anonymous namespaces differ, but their names do not. An MLIR without them tells its own
// drivers' lists by what --help says of them.
bool isPassList(const llvm::cl::Option &option) {
#ifdef __GXX_RTTI
  return std::strcmp(typeid(option).name(), typeid(PassList).name()) == 0;
#else
  return llvm::is_contained({"Compiler passes to run", "Print IR before specified passes",
                             "Print IR after specified passes"},
                            option.HelpStr);
#endif
}

// The option that a name of the command line leads to: a list of passes by the layout above, else
// null.
PassList *findPassList(StringRef name) {
#if LLVM_VERSION_MAJOR == 21 || LLVM_VERSION_MAJOR == 22
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find(name);
  if (found == options.end())
    return nullptr;
  llvm::cl::Option &option = *found->second;
  if (!isPassList(option))
    return nullptr;
  return static_cast<PassList *>(&option);
#else
  (void)name;
  return nullptr;
#endif
}

void addAlias(StringRef name, StringRef description) {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find("pass-pipeline");
  if (found == options.end())
    return;
  llvm::cl::Option *pipeline = found->second;
  // Lives as long as the command line's own options: until the process ends.
  auto *alias =
      new llvm::cl::opt<std::string>(name, llvm::cl::desc(description), llvm::cl::ValueOptional);
  alias->setCallback([pipeline, name = name.str()](const std::string &values) {
    std::string text = "builtin.module(" + name + (values.empty() ? "" : "{" + values + "}") + ")";
    pipeline->addOccurrence(1, "pass-pipeline", text);
  });
}

void addFlag(const PassRegistryEntry *entry) {
  // Every driver with a list of passes has this one in it.
  constexpr const char *knownPass = "canonicalize";
  if (!entry || llvm::cl::getRegisteredOptions().count(entry->getPassArgument()))
    return;
  PassList *list = findPassList(knownPass);
  if (!list) {
    addAlias(entry->getPassArgument(), entry->getPassDescription());
    return;
  }
  for (StringRef name : {knownPass, "mlir-print-ir-before", "mlir-print-ir-after"})
    if ((list = findPassList(name)))
      list->getParser().addLiteralOption(entry->getPassArgument(), entry,
                                         entry->getPassDescription());
}

// The passes of our own that a pipeline is made of.
void addFlagsOfSteps(StringRef pipeline) {
  for (size_t at = pipeline.find("autotune-"); at != StringRef::npos;
       at = pipeline.find("autotune-", at + 1))
    addFlag(PassInfo::lookup(
        pipeline.substr(at).take_while([](char c) { return c == '-' || llvm::isAlnum(c); })));
}

} // namespace

void autotune_register_flags(void) {
  addFlag(PassInfo::lookup("autotune"));
  addFlag(PassInfo::lookup("autotune-kernels"));
  addFlag(PassInfo::lookup(PACK_INTEGERS_PASS));
  addFlag(PassInfo::lookup(SIMT_PASS));
  for (const Pipeline *pipeline = pipelines_list(); pipeline->name; pipeline++) {
    addFlag(PassPipelineInfo::lookup(pipeline->name));
    addFlagsOfSteps(pipeline->text());
  }
}

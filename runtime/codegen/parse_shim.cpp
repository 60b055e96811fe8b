#include "runtime/codegen/parse_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

using namespace mlir;

// The line of the source that a location is in; empty for bytecode.
static StringRef line_at(const llvm::MemoryBuffer &source, Location location) {
  auto at = dyn_cast<FileLineColLoc>(location);
  if (!at || at.getLine() == 0)
    return {};
  StringRef rest = source.getBuffer();
  for (unsigned line = 1; line < at.getLine(); line++)
    rest = rest.split('\n').second;
  return rest.split('\n').first;
}

MlirModule parse_file(MlirContext context, const char *path) {
  const llvm::Align alignment(64); // of sections of bytecode: as far as resources ask for
  MLIRContext *mlir = unwrap(context);
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false,
                                                   /*RequiresNullTerminator=*/true, alignment);
  if (!buffer) {
    emitError(FileLineColLoc::get(mlir, path, 0, 0)) << buffer.getError().message();
    return {nullptr};
  }
  // Shared: resources keep the file in memory that they are in.
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  const llvm::MemoryBuffer &source = *sources->getMemoryBuffer(sources->getMainFileID());
  ScopedDiagnosticHandler handler(mlir, [&](Diagnostic &diagnostic) {
    diagnostic.attachNote() << line_at(source, diagnostic.getLocation());
    return failure(); // the context's own handler reports it
  });
  return wrap(parseSourceFile<ModuleOp>(sources, ParserConfig(mlir)).release());
}

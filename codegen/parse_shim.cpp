#include "codegen/parse_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

using namespace mlir;

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
  return wrap(parseSourceFile<ModuleOp>(sources, ParserConfig(mlir)).release());
}

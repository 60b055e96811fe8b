#include "tools/compile/symbols_shim.h"

#include "llvm/Object/ObjectFile.h"

#include <string>

using namespace llvm;

void object_needs_each(const Object *object, void (*visit)(const char *name, void *user),
                       void *user) {
  MemoryBufferRef bytes(StringRef(static_cast<const char *>(object->bytes), object->size),
                        object->name);
  auto file = cantFail(object::ObjectFile::createObjectFile(bytes)); // LLVM has just written it
  for (const object::SymbolRef &symbol : file->symbols()) {
    std::string name = cantFail(symbol.getName()).str();
    if (cantFail(symbol.getFlags()) & object::SymbolRef::SF_Undefined && !name.empty())
      visit(name.c_str(), user);
  }
}

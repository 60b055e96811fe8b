#include "tools/compile/archive_shim.h"

#include "llvm/Object/ArchiveWriter.h"

#include <cstdio>
#include <vector>

using namespace llvm;

bool archive_make(const Object *objects, int count,
                  bool (*take)(const void *bytes, size_t size, void *user), void *user, char *why,
                  size_t why_size) {
  std::vector<NewArchiveMember> members;
  for (int i = 0; i < count; i++)
    members.emplace_back(MemoryBufferRef(
        StringRef(static_cast<const char *>(objects[i].bytes), objects[i].size), objects[i].name));
  auto archive = writeArchiveToBuffer(members, SymtabWritingMode::NormalSymtab,
                                      object::Archive::K_GNU, /*Deterministic=*/true,
                                      /*Thin=*/false);
  if (!archive) {
    std::snprintf(why, why_size, "%s", toString(archive.takeError()).c_str());
    return false;
  }
  return take((*archive)->getBufferStart(), (*archive)->getBufferSize(), user);
}

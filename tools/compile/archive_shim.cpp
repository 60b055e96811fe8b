#include "tools/compile/archive_shim.h"

#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <utility>
#include <vector>

using namespace llvm;

namespace {

// Hands on what is written, so that the archive is never in memory as a whole.
class Taker : public raw_ostream {
public:
  Taker(bool (*take)(const void *bytes, size_t size, void *user), void *user)
      : take(take), user(user) {}
  ~Taker() override { flush(); }
  bool isTaken() {
    flush();
    return taken;
  }

private:
  void write_impl(const char *bytes, size_t size) override {
    taken = taken && take(bytes, size, user);
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  bool (*take)(const void *bytes, size_t size, void *user);
  void *user;
  bool taken = true;
  uint64_t position = 0;
};

} // namespace

bool archive_make(const Object *objects, int count,
                  bool (*take)(const void *bytes, size_t size, void *user), void *user, char *why,
                  size_t why_size) {
  std::vector<NewArchiveMember> members;
  for (int i = 0; i < count; i++)
    members.emplace_back(MemoryBufferRef(
        StringRef(static_cast<const char *>(objects[i].bytes), objects[i].size), objects[i].name));
  Taker taker(take, user);
  Error error = writeArchiveToStream(taker, members, SymtabWritingMode::NormalSymtab,
                                     object::Archive::K_GNU, /*Deterministic=*/true,
                                     /*Thin=*/false);
  if (error) {
    std::snprintf(why, why_size, "%s", toString(std::move(error)).c_str());
    return false;
  }
  return taker.isTaken();
}

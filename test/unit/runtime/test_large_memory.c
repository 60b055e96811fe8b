// LargeMemory: alignment, and that every byte can be written, below, at and above the size from
// which huge pages are asked for.
#include "runtime/large_memory.h"

#include "test/unit/base/check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  const size_t mib = 1 << 20;
  const size_t sizes[] = {1, 63, 4 * mib - 1, 4 * mib, 4 * mib + 1, 13 * mib + 7};
  const size_t alignments[] = {64, 4096, 4 * mib};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (size_t a = 0; a < sizeof alignments / sizeof *alignments; a++) {
      unsigned char *memory = large_memory_allocate(alignments[a], sizes[s]);
      CHECK(memory != NULL);
      CHECK((uintptr_t)memory % alignments[a] == 0);
      CHECK(sizes[s] < 4 * mib || (uintptr_t)memory % (2 * mib) == 0);
      memset(memory, 0xa5, sizes[s]);
      CHECK(memory[0] == 0xa5 && memory[sizes[s] - 1] == 0xa5);
      free(memory);
    }
  return check_result();
}

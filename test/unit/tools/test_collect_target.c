// Collect targets: a machine limited to an older level of its instruction set.
#include "test/unit/base/check.h"
#include "tools/collect/collect.h"

int main(void) {
  static const struct {
    const char *machine, *level, *limited;
  } cases[] = {
      {"zen5", "x86-64-v3",
       "zen5,vector_bits=256,vector_registers=16,has_masks=0,fma_per_cycle.2=0,loads_per_cycle.2=0,"
       "stores_per_cycle.2=0,llvm_cpu=x86-64-v3"},
      // multiplications and additions in units of their own
      {"zen5", "x86-64-v2",
       "zen5,vector_bits=128,vector_registers=16,has_fma=0,has_masks=0,fma_per_cycle.1=0,"
       "fma_per_cycle.2=0,loads_per_cycle.1=0,loads_per_cycle.2=0,stores_per_cycle.1=0,"
       "stores_per_cycle.2=0,fma_latency_cycles=6,llvm_cpu=x86-64-v2"},
      // both in the units of FMA
      {"haswell", "x86-64-v2",
       "haswell,vector_bits=128,has_fma=0,fma_per_cycle.0=1,fma_per_cycle.1=0,loads_per_cycle.1=0,"
       "stores_per_cycle.1=0,fma_latency_cycles=8,llvm_cpu=x86-64-v2"},
      // rates that were measured stay
      {"sapphirerapids,fma_per_cycle.0=1.5,loads_per_cycle.0=2.5", "x86-64-v2",
       "sapphirerapids,vector_bits=128,vector_registers=16,has_fma=0,has_masks=0,"
       "fma_per_cycle.0=0.75,fma_per_cycle.1=0,fma_per_cycle.2=0,loads_per_cycle.0=2.5,"
       "loads_per_cycle.1=0,loads_per_cycle.2=0,stores_per_cycle.1=0,stores_per_cycle.2=0,"
       "fma_latency_cycles=8,llvm_cpu=x86-64-v2"},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char text[TARGET_TEXT_BYTES];
    Target target, level;
    CHECK_EQUAL(target_parse(cases[c].machine, &target), STATUS_OK);
    CHECK_EQUAL(target_parse(cases[c].level, &level), STATUS_OK);
    collect_limit_target(&level, &target);
    target_print(&target, text, sizeof text);
    CHECK_TEXT(text, cases[c].limited);
  }
  return check_result();
}

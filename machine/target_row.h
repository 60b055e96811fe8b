// What a line TARGET(...) in a table of targets becomes, once TARGET_ARCHITECTURE is whose table it
// is; that of x86-64 says what the columns are. V(...) holds commas together.
#ifndef AUTOTUNE_MACHINE_TARGET_ROW_H
#define AUTOTUNE_MACHINE_TARGET_ROW_H

#define V(...) {__VA_ARGS__}
#define TARGET(row_name, cpu, designer, bits, registers, fma, masks, dot_i16, dot_i8, dot_bf16,    \
               dot_i8_alike, tiles, fma_f16, clock, narrow, rates, bf16_rates, latency, caches,    \
               bandwidths, l2_write, memory, line, page, ways1, ways2, tlb, core_count)            \
  {.name = row_name,                                                                               \
   .architecture = &TARGET_ARCHITECTURE,                                                           \
   .vendor = designer,                                                                             \
   .vector_bits = bits,                                                                            \
   .vector_registers = registers,                                                                  \
   .has_fma = fma,                                                                                 \
   .has_masks = masks,                                                                             \
   .has_dot_i16 = dot_i16,                                                                         \
   .has_dot_i8 = dot_i8,                                                                           \
   .has_dot_bf16 = dot_bf16,                                                                       \
   .has_dot_i8_alike = dot_i8_alike,                                                               \
   .has_tiles = tiles,                                                                             \
   .has_fma_f16 = fma_f16,                                                                         \
   .narrow_clock_ratio = narrow,                                                                   \
   .clock_ghz = clock,                                                                             \
   .widths = rates,                                                                                \
   .dot_bf16_per_cycle = bf16_rates,                                                               \
   .fma_latency_cycles = latency,                                                                  \
   .cache_count = TARGET_MAX_CACHES,                                                               \
   .cache_bytes = caches,                                                                          \
   .cache_bytes_per_cycle = bandwidths,                                                            \
   .l2_write_bytes_per_cycle = l2_write,                                                           \
   .memory_bytes_per_cycle = memory,                                                               \
   .cache_line_bytes = line,                                                                       \
   .page_bytes = page,                                                                             \
   .l1_ways = ways1,                                                                               \
   .l2_ways = ways2,                                                                               \
   .tlb_entries = tlb,                                                                             \
   .cores = core_count,                                                                            \
   .llvm_cpu = cpu},

#endif

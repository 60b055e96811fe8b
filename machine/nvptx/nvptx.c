// NVIDIA's devices: the rows.
#include "machine/device.h"

#define RATES(...) {__VA_ARGS__}
#define DEVICE(llvm_name, number, product, ptx, clock, sms, warp_count, block_count, lanes,        \
               shared, block_shared, l2, memory, rates)                                            \
  {.name = llvm_name,                                                                              \
   .capability = number,                                                                           \
   .part = product,                                                                                \
   .features = ptx,                                                                                \
   .clock_ghz = clock,                                                                             \
   .multiprocessors = sms,                                                                         \
   .warps = warp_count,                                                                            \
   .blocks = block_count,                                                                          \
   .registers = 64 << 10,                                                                          \
   .schedulers = 4,                                                                                \
   .load_lanes = lanes,                                                                            \
   .shared_bytes = (shared) * 1024,                                                                \
   .block_shared_bytes = (block_shared) * 1024,                                                    \
   .l2_bytes = l2,                                                                                 \
   .memory_bytes_per_second = memory,                                                              \
   .shared_bytes_per_cycle = 128,                                                                  \
   .per_cycle = rates},

const Device nvptx_devices[] = {
#include "machine/nvptx/nvptx_rows.def"
};
const int nvptx_device_count = sizeof nvptx_devices / sizeof *nvptx_devices;

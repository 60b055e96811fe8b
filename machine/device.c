// Devices by name, and what follows from their numbers.
#include "machine/device.h"

#include "base/integer.h"
#include "base/text.h"

#include <stdio.h>

const Device *device_at(int index) {
  return index >= 0 && index < nvptx_device_count ? &nvptx_devices[index] : NULL;
}

// A name without the "a" of what one capability alone has is as good: no other row has the number.
const Device *device_find(const char *name, size_t length) {
  const Device *device;
  for (int d = 0; (device = device_at(d)) != NULL; d++) {
    char plain[16];
    snprintf(plain, sizeof plain, "sm_%d", device->capability);
    if (text_equal(name, length, device->name) || text_equal(name, length, plain))
      return device;
  }
  return NULL;
}

DeviceNames device_names(void) {
  DeviceNames names;
  const Device *device;
  TextWriter writer = text_writer(names.text, sizeof names.text);
  for (int d = 0; (device = device_at(d)) != NULL; d++)
    text_write(&writer, "%s%s",
               d == 0                     ? ""
               : device_at(d + 1) != NULL ? ", "
                                          : " or ",
               device->name);
  return names;
}

double device_peak_flops(const Device *device, DeviceUnit unit) {
  return 2 * device->per_cycle[unit] * device->multiprocessors * device->clock_ghz * 1e9;
}

// --- products of matrices

static const DeviceMma products[] = {
#define MMA(name, factors, sums, of_warps, rows, columns, terms, of_unit, least, ptx, bulk)        \
  {.operand = ELEMENT_##factors,                                                                   \
   .accumulator = ELEMENT_##sums,                                                                  \
   .warps = of_warps,                                                                              \
   .m = rows,                                                                                      \
   .n = columns,                                                                                   \
   .k = terms,                                                                                     \
   .unit = of_unit,                                                                                \
   .capability = least,                                                                            \
   .type = ptx,                                                                                    \
   .is_bulk = bulk},
#include "machine/instructions.def"
};

const DeviceMma *device_mma(const Device *device, InstructionChoice choice) {
  if (choice < INSTRUCTION_CHOICES || choice >= INSTRUCTION_ALL_CHOICES)
    return NULL;
  const DeviceMma *row = &products[choice - INSTRUCTION_CHOICES];
  return device->capability >= row->capability && device->per_cycle[row->unit] > 0 ? row : NULL;
}

// --- occupancy

enum { REGISTER_UNIT = 256, THREAD_REGISTER_UNIT = 8, WARP_UNIT = 4, SHARED_UNIT = 128 };

int device_resident_blocks(const Device *device, int threads, int registers, int64_t shared_bytes) {
  if (threads < 1 || threads > DEVICE_BLOCK_THREADS || registers > DEVICE_THREAD_REGISTERS ||
      shared_bytes > device->block_shared_bytes)
    return 0;
  int64_t warps = integer_ceil_div(threads, DEVICE_WARP_LANES);
  int64_t of_warp = integer_round_up(
      integer_round_up(registers, THREAD_REGISTER_UNIT) * DEVICE_WARP_LANES, REGISTER_UNIT);
  int64_t blocks = integer_min(device->blocks, device->warps / warps);
  if (of_warp > 0)
    blocks = integer_min(blocks, device->registers / of_warp / WARP_UNIT * WARP_UNIT / warps);
  // What the system takes is what one block cannot have of a multiprocessor.
  int64_t shared = integer_round_up(shared_bytes, SHARED_UNIT) + device->shared_bytes -
                   device->block_shared_bytes;
  if (shared > 0)
    blocks = integer_min(blocks, device->shared_bytes / shared);
  return (int)blocks;
}

// Device: a GPU that code is made for, as data: what a multiprocessor holds and how fast it is.
//
// A device runs a grid of blocks that a host starts; a block is a group of warps on one
// multiprocessor, which share memory and meet at barriers. A Target, by contrast, is one core of
// the host. Rates are those of one multiprocessor, products added to sums in one cycle.
#ifndef AUTOTUNE_MACHINE_DEVICE_H
#define AUTOTUNE_MACHINE_DEVICE_H

#include "machine/instruction.h"

#include <stddef.h>
#include <stdint.h>

enum {
  DEVICE_WARP_LANES = 32,
  DEVICE_BLOCK_THREADS = 1024,           // at most in a block
  DEVICE_THREAD_REGISTERS = 255,         // of 32 bits, at most for a thread
  DEVICE_STATIC_SHARED_BYTES = 48 << 10, // at most in a block without a request by the host
};

// By what products are added up.
typedef enum DeviceUnit {
  DEVICE_FMA_F32,
  DEVICE_FMA_F16, // pairs of f16 with sums of f16
  DEVICE_FMA_F64,
  DEVICE_MMA_F16, // tensor cores, sums of f32
  DEVICE_MMA_BF16,
  DEVICE_MMA_TF32,
  DEVICE_MMA_I8, // sums of i32
  DEVICE_UNIT_COUNT
} DeviceUnit;

typedef struct Device {
  const char *name;     // as LLVM and ptxas call it: "sm_80"
  const char *part;     // whose numbers these are
  int32_t capability;   // the number in its name
  const char *features; // of LLVM: the first version of PTX that has it
  double clock_ghz;     // under load, the highest that the part's data sheet states its peak with
  int32_t multiprocessors;
  int32_t warps;        // that a multiprocessor holds at a time
  int32_t blocks;       // the same
  int32_t registers;    // of 32 bits, of a multiprocessor
  int32_t schedulers;   // of a multiprocessor; each issues an instruction of a warp a cycle
  int32_t load_lanes;   // of a multiprocessor: threads whose loads and stores begin in a cycle
  int64_t shared_bytes; // of a multiprocessor
  int64_t block_shared_bytes; // at most in a block
  int64_t l2_bytes;
  double memory_bytes_per_second;
  double shared_bytes_per_cycle;       // of a multiprocessor: 32 banks of 4 bytes
  double per_cycle[DEVICE_UNIT_COUNT]; // 0: there are no such instructions
} Device;

// An instruction by which a warp, or a group of them, multiplies matrices: m rows of k terms by n
// columns. Of a matrix, a thread holds registers of 4 bytes; where they lie:
// transforms/simt/simt_mma.c and simt_wgmma.c.
typedef struct DeviceMma {
  ElementType operand, accumulator;
  int32_t warps; // 1; or 4, a warpgroup: operands are in shared memory, n is the least of many
  int32_t m, n, k;
  DeviceUnit unit;
  int32_t capability; // of devices that have it, at least
  const char *type;   // of the factors in PTX; NULL: s8 or u8
  bool is_bulk;       // tiles of operands are copied by the device (TMA)
} DeviceMma;

// The row of the choice; NULL: it is none of these, or the device lacks it.
const DeviceMma *device_mma(const Device *device, InstructionChoice choice);
// Whether threads can copy to shared memory without registers, and go on meanwhile (cp.async).
static inline bool device_copies_asynchronously(const Device *device) {
  return device->capability >= 80;
}

// Row `index` of all tables; NULL past the end.
const Device *device_at(int index);
// The row of that name, which may lack the "a" of sm_90a; NULL: there is none.
const Device *device_find(const char *name, size_t length);
// The names of all rows: "sm_75, sm_80 or sm_86".
typedef struct DeviceNames {
  char text[128];
} DeviceNames;
DeviceNames device_names(void);

// Products and sums a second of the whole device at its best (a product added to a sum counts 2).
double device_peak_flops(const Device *device, DeviceUnit unit);
// Blocks that a multiprocessor holds at a time, of so many threads with so many registers each and
// so many shared bytes: the least of what warps, registers, shared memory and the limit of blocks
// allow (the formulas of NVIDIA's occupancy calculator: registers go to warps by 256, and to four
// warps at a time; a block takes 1 KiB of shared memory for the system on all but sm_75). 0: none
// fits.
int device_resident_blocks(const Device *device, int threads, int registers, int64_t shared_bytes);

// machine/nvptx: NVIDIA's. Static.
extern const Device nvptx_devices[];
extern const int nvptx_device_count;

#endif

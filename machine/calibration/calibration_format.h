// The parts of a calibration file, for those that read, write and test it.
//
// All numbers little-endian:
//   0 magic | 16 version u32 | 20 bytes of cpu, target, report u32 each | 32 bytes of the model u64
//   40 checksum u64, of all bytes but itself | 48 cpu, target, report, each terminated | model
#ifndef AUTOTUNE_MACHINE_CALIBRATION_CALIBRATION_FORMAT_H
#define AUTOTUNE_MACHINE_CALIBRATION_CALIBRATION_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define CALIBRATION_MAGIC "autotune target\n" // 16 bytes without the terminator

enum { CALIBRATION_CPU, CALIBRATION_TARGET, CALIBRATION_REPORT, CALIBRATION_TEXTS };

enum {
  CALIBRATION_VERSION = 1,
  CALIBRATION_AT_VERSION = 16,
  CALIBRATION_AT_TEXTS = 20, // one per text
  CALIBRATION_AT_MODEL = 32,
  CALIBRATION_AT_CHECKSUM = 40,
  CALIBRATION_HEADER_BYTES = 48,
};

uint64_t calibration_checksum(const unsigned char *bytes, size_t size);

#endif

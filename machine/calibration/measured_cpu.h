// MeasuredCpu: one line that is equal where the numbers of a calibration hold, and differs where
// they may not.
#ifndef AUTOTUNE_MACHINE_CALIBRATION_MEASURED_CPU_H
#define AUTOTUNE_MACHINE_CALIBRATION_MEASURED_CPU_H

#include "machine/cpu_identity.h"

enum { MEASURED_CPU_BYTES = CPU_IDENTITY_BYTES + 96 };

// "AMD EPYC (family 26 model 2), x86-64-v4, caches of 48 KiB, 1024 KiB, 32768 KiB": this processor,
// with the level of instructions and the caches that are usable here, of which a virtual machine
// may have fewer. Everything is measured on one core, so the number of cores is no part of it.
void measured_cpu_host(char *text, size_t size);

#endif

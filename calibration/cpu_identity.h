// CpuIdentity: one line that is equal on equal processors, and differs where what was measured on
// one says little about the other.
#ifndef AUTOTUNE_CALIBRATION_CPU_IDENTITY_H
#define AUTOTUNE_CALIBRATION_CPU_IDENTITY_H

#include <stddef.h>

enum { CPU_IDENTITY_BYTES = 96 };

// "AuthenticAMD family 26 model 2 stepping 1 x86-64-v4": as cpuid reports them, and the level of
// instructions that is usable here, which a virtual machine may lower.
void cpu_identity_host(char *text, size_t size);

#endif

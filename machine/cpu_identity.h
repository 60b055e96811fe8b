// CpuIdentity: one line that is equal on equal processors and differs on others.
//
// "AMD EPYC (family 26 model 2)": the name that the processor gives itself, and family and model as
// cpuid reports them, because clouds give one name to several generations. What was recorded before
// there were identities has the name alone; such a processor is told apart by the row of its
// target: "AMD EPYC (zen4)".
#ifndef AUTOTUNE_MACHINE_CPU_IDENTITY_H
#define AUTOTUNE_MACHINE_CPU_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

enum { CPU_IDENTITY_BYTES = 160 };

// Of the processor that this runs on.
void cpu_identity_host(char *text, size_t size);
// Whether the text says family and model, or a row in their place.
bool cpu_identity_is_whole(const char *text);
// Of a processor that was recorded by `name`, an identity or the name alone, with `target`.
void cpu_identity_recorded(const char *name, const char *target, char *text, size_t size);
// The same where this machine may have recorded it: a name alone is this processor when it has that
// name and the target is of its row, or of its level of x86-64.
void cpu_identity_recorded_here(const char *name, const char *target, char *text, size_t size);

#endif

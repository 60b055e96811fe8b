// See cpu_identity.h.
#include "calibration/cpu_identity.h"

#include "core/target.h"

#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)

#include <cpuid.h>

void cpu_identity_host(char *text, size_t size) {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  char vendor[13] = "unknown";
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx)) {
    memcpy(vendor, &ebx, 4);
    memcpy(vendor + 4, &edx, 4);
    memcpy(vendor + 8, &ecx, 4);
    vendor[12] = '\0';
  }
  for (char *at = vendor; *at; at++) // other vendors write spaces
    if (*at <= ' ' || *at > '~')
      *at = '-';
  eax = 0;
  __get_cpuid(1, &eax, &ebx, &ecx, &edx);
  unsigned family = eax >> 8 & 0xf, model = eax >> 4 & 0xf;
  if (family >= 6)
    model += (eax >> 16 & 0xf) << 4;
  if (family == 0xf)
    family += eax >> 20 & 0xff;
  snprintf(text, size, "%s family %u model %u stepping %u %s", vendor, family, model, eax & 0xf,
           target_host_level());
}

#else

void cpu_identity_host(char *text, size_t size) { snprintf(text, size, "no x86-64"); }

#endif

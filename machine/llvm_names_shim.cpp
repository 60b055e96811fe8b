#include "machine/llvm_names_shim.h"

#include "llvm/TargetParser/ARMTargetParser.h"
#include "llvm/TargetParser/LoongArchTargetParser.h"
#include "llvm/TargetParser/PPCTargetParser.h"
#include "llvm/TargetParser/RISCVTargetParser.h"
#include "llvm/TargetParser/TargetParser.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdio>

using namespace llvm;

bool llvm_knows_other_cpu(const char *name, size_t length) {
  StringRef cpu(name, length);
  // Those without a table: NVIDIA, MIPS, Hexagon, SystemZ.
  for (const char *prefix : {"sm_", "mips", "hexagon", "arch"})
    if (cpu.starts_with(prefix))
      return true;
  return ARM::parseCPUArch(cpu) != ARM::ArchKind::INVALID ||
         RISCV::parseCPU(cpu, /*IsRV64=*/true) || RISCV::parseCPU(cpu, /*IsRV64=*/false) ||
         AMDGPU::parseArchAMDGCN(cpu) != AMDGPU::GK_NONE || PPC::isValidCPU(cpu) ||
         LoongArch::isValidCPUName(cpu);
}

bool llvm_triple_read(const char *text, size_t length, char *out_architecture, size_t size) {
  Triple triple{Triple::normalize(StringRef(text, length))}; // the vendor may be left out
  StringRef name = Triple::getArchTypeName(triple.getArch());
  std::snprintf(out_architecture, size, "%.*s", (int)name.size(), name.data());
  return triple.isArch64Bit() && !triple.isX32();
}

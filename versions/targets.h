// What LLVM's tables of targets take, by release.
#pragma once

#include "llvm/Config/llvm-config.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/TargetParser/Triple.h"

// A triple as functions of llvm::Target take it: since LLVM 22 itself, before as text.
#if LLVM_VERSION_MAJOR >= 22
inline const llvm::Triple &versions_triple(const llvm::Triple &triple) { return triple; }
#else
inline const std::string &versions_triple(const llvm::Triple &triple) { return triple.str(); }
#endif

// Whether an operand has no class of registers but one for each mode of the hardware.
inline bool versions_depends_on_mode(const llvm::MCOperandInfo &info) {
#if LLVM_VERSION_MAJOR >= 22
  return info.isLookupRegClassByHwMode();
#else
  return info.isLookupPtrRegClass(); // what came before
#endif
}

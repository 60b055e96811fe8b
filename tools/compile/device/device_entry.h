// DeviceEntry: the C functions of a library for a GPU, and the constant data by which the launcher
// runs them (launch_table.h), as a module of LLVM IR.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_ENTRY_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_ENTRY_H

#include "tools/compile/c_interface.h"
#include "tools/compile/device/device_images.h"
#include "tools/compile/device/device_program.h"
#include "llvm-c/Types.h"

// Owned by the caller, in `context`.
LLVMModuleRef device_entry_create(LLVMContextRef context, const CInterface *interface,
                                  const DeviceProgram *program, const DeviceImages *images);

#endif

// Mnemonics of PTX with their suffixes.
#ifndef AUTOTUNE_TEST_GPU_DRIVER_PTX_MNEMONIC_H
#define AUTOTUNE_TEST_GPU_DRIVER_PTX_MNEMONIC_H

#include "ptx.h"

// "f16", "b32", "pred"; false: it is no type.
bool ptx_read_type(const char *suffix, PtxType *out_type);
// What a mnemonic says, whose text is cut up; false: it is not known.
bool ptx_read_mnemonic(char *text, PtxInstruction *instruction);

#endif

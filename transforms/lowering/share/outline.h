// Outline: private functions that take ops of another one, and are compiled as that one is.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_OUTLINE_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_OUTLINE_H

#include "mlir-c/IR.h"
#include <stdbool.h>

enum { OUTLINE_NAME_BYTES = 32 };

// Writes "PREFIX_N": a name that no symbol beside `function` has, N at least *number, which moves
// past it. Prefix: at most 20 characters.
void outline_name(MlirOperation function, const char *prefix, int *number,
                  char out_name[OUTLINE_NAME_BYTES]);

// Whether all attributes of two functions are equal that say how their arithmetic is compiled.
bool outline_is_alike(MlirOperation a, MlirOperation b);

// A private func.func after `function`, of internal linkage because other modules of a program may
// have such functions too, with its attributes of that kind, and without results. Its
// body, which the arguments and func.return are in, is lent. Buffers come as addresses where their
// types say the rest.
MlirOperation outline_create(MlirOperation function, const char *name, int argument_count,
                             const MlirType *arguments, MlirLocation location, MlirBlock *out_body);

#endif

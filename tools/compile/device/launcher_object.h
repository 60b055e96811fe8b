// LauncherObject: the object file of launcher.c, which goes into every library for a GPU.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_LAUNCHER_OBJECT_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_LAUNCHER_OBJECT_H

#include <stddef.h>

// Lent for ever.
const void *launcher_object_bytes(size_t *out_size);

#endif

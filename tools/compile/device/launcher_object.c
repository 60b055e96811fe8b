// The bytes come in through the assembler. The build defines AUTOTUNE_LAUNCHER as the path.
#include "tools/compile/device/launcher_object.h"

__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".hidden autotune_launcher_object\n"
        ".global autotune_launcher_object\n"
        "autotune_launcher_object:\n"
        ".incbin \"" AUTOTUNE_LAUNCHER "\"\n"
        ".hidden autotune_launcher_object_end\n"
        ".global autotune_launcher_object_end\n"
        "autotune_launcher_object_end:\n"
        ".byte 0\n"
        ".popsection\n");
extern const unsigned char autotune_launcher_object[], autotune_launcher_object_end[];

const void *launcher_object_bytes(size_t *out_size) {
  *out_size = (size_t)(autotune_launcher_object_end - autotune_launcher_object);
  return autotune_launcher_object;
}

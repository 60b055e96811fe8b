// The bytes come in through the assembler, which takes a file of any size at once. The build
// defines AUTOTUNE_SHIPPED_MODEL as the path of the file when there is one.
#include "costmodel/shipped_model.h"

#ifdef AUTOTUNE_SHIPPED_MODEL
__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".hidden autotune_shipped_model\n"
        ".global autotune_shipped_model\n"
        "autotune_shipped_model:\n"
        ".incbin \"" AUTOTUNE_SHIPPED_MODEL "\"\n"
        ".hidden autotune_shipped_model_end\n"
        ".global autotune_shipped_model_end\n"
        "autotune_shipped_model_end:\n"
        ".byte 0\n"
        ".popsection\n");
extern const unsigned char autotune_shipped_model[], autotune_shipped_model_end[];

const void *shipped_model_bytes(size_t *out_size) {
  *out_size = (size_t)(autotune_shipped_model_end - autotune_shipped_model);
  return autotune_shipped_model;
}
#else
const void *shipped_model_bytes(size_t *out_size) {
  *out_size = 0;
  return "";
}
#endif

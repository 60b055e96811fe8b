// As in costmodel/shipped_model.c. The build defines AUTOTUNE_SHIPPED_CORPUS as the path of the
// file.
#include "tools/corpus/shipped_corpus.h"

__asm__(".pushsection .rodata\n"
        ".hidden autotune_shipped_corpus\n"
        ".global autotune_shipped_corpus\n"
        "autotune_shipped_corpus:\n"
        ".incbin \"" AUTOTUNE_SHIPPED_CORPUS "\"\n"
        ".hidden autotune_shipped_corpus_end\n"
        ".global autotune_shipped_corpus_end\n"
        "autotune_shipped_corpus_end:\n"
        ".byte 0\n"
        ".popsection\n");
extern const char autotune_shipped_corpus[], autotune_shipped_corpus_end[];

const char *shipped_corpus_text(size_t *out_size) {
  *out_size = (size_t)(autotune_shipped_corpus_end - autotune_shipped_corpus);
  return autotune_shipped_corpus;
}

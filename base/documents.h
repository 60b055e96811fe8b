// Where the documents are that our texts name as docs/NAME. A checkout has them there, and so the
// texts stay. An installed package has them in share/doc/autotune, beside the folder of the program
// or of the plugin.
#ifndef AUTOTUNE_BASE_DOCUMENTS_H
#define AUTOTUNE_BASE_DOCUMENTS_H

#include <stddef.h>

// Writes the text with the path of the package's folder, where there is one, before every "docs/".
// Cuts it off at `size` bytes. The path has no %, so the text may be a format.
void documents_locate(const char *text, char *out_text, size_t size);

#endif

// Text: the small writer and reader for every one-line text form of core.
// A writer never fails: it counts what it could not keep, as snprintf does, and
// hashes everything, so that one printing function gives both text and key.
#ifndef AUTOTUNE_BASE_TEXT_H
#define AUTOTUNE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TextWriter {
  char *text; // may be null when size is 0
  size_t size;
  size_t length; // of the whole text, without the terminator
  uint64_t hash; // FNV-1a of the whole text
} TextWriter;

// Starts a text in `text`, which is terminated whenever size > 0.
TextWriter text_writer(char *text, size_t size);
// Appends at most 255 bytes per call.
void text_write(TextWriter *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
// FNV-1a of `size` bytes, continued from `hash` (start with TEXT_HASH_START).
#define TEXT_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t text_hash(uint64_t hash, const void *bytes, size_t size);

// Position in a terminated text. Every function leaves it unmoved when it returns false.
typedef struct TextReader {
  const char *at;
} TextReader;

void text_skip_spaces(TextReader *reader);
// Skips spaces, then takes `literal`.
bool text_accept(TextReader *reader, const char *literal);
// Skips spaces, then takes a decimal integer within [low, high].
bool text_read_integer(TextReader *reader, int64_t low, int64_t high, int64_t *out_value);
// Skips spaces, then takes the longest run of letters, digits and "_-."; false when it is empty.
bool text_read_word(TextReader *reader, const char **out_word, size_t *out_length);
bool text_at_end(TextReader *reader);
bool text_equal(const char *word, size_t length, const char *literal);

// What others wrote, such as names and places, is shown by one of these wherever it becomes a
// line of a terminal, of C or of a table: none of it may end the line or be an order to a terminal.
//
// The name of a symbol as MLIR writes it behind the @: as it is, or in quotes, with everything but
// printable ASCII as \XX. Returns out_text; a name that is too long ends in "...".
const char *text_symbol(const char *name, char *out_text, size_t size);
// The same with room of its own, up to the end of the block.
enum { TEXT_SYMBOL_BYTES = 256 };
#define TEXT_SYMBOL(name) text_symbol((name), (char[TEXT_SYMBOL_BYTES]){0}, TEXT_SYMBOL_BYTES)
// Any other text, within one line: as it is, with a question mark for every control character, also
// tab, newline and those of UTF-8. Returns out_text; a text that is too long ends in "...".
const char *text_line(const char *text, char *out_text, size_t size);
// The same with room of its own, up to the end of the block.
enum { TEXT_LINE_BYTES = 512 };
#define TEXT_LINE(text) text_line((text), (char[TEXT_LINE_BYTES]){0}, TEXT_LINE_BYTES)
// Makes a question mark of every control character but tab and newline, also of those of UTF-8.
// Returns the text.
char *text_clean(char *text);
// The same with tabs and newlines: of what is a part of a line.
char *text_clean_line(char *text);

// Whether `text` may be `word` with a slip or two: at most two letters are missing, added or
// others, and fewer than half of it.
bool text_is_slip(const char *text, const char *word);

#ifdef __cplusplus
}
#endif

#endif

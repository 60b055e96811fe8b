// Writer and reader of the one-line text forms.
#include "base/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

TextWriter text_writer(char *text, size_t size) {
  if (size > 0)
    text[0] = '\0';
  return (TextWriter){.text = text, .size = size, .hash = TEXT_HASH_START};
}

uint64_t text_hash(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
  return hash;
}

void text_write(TextWriter *writer, const char *format, ...) {
  char piece[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(piece, sizeof(piece), format, arguments);
  va_end(arguments);
  size_t added = strlen(piece);
  writer->hash = text_hash(writer->hash, piece, added);
  if (writer->length + 1 < writer->size) {
    size_t room = writer->size - writer->length - 1;
    size_t kept = added < room ? added : room;
    memcpy(writer->text + writer->length, piece, kept);
    writer->text[writer->length + kept] = '\0';
  }
  writer->length += added;
}

void text_skip_spaces(TextReader *reader) { reader->at += strspn(reader->at, " \t\n"); }

bool text_accept(TextReader *reader, const char *literal) {
  TextReader ahead = *reader;
  text_skip_spaces(&ahead);
  size_t length = strlen(literal);
  if (strncmp(ahead.at, literal, length) != 0)
    return false;
  reader->at = ahead.at + length;
  return true;
}

bool text_read_integer(TextReader *reader, int64_t low, int64_t high, int64_t *out_value) {
  TextReader ahead = *reader;
  text_skip_spaces(&ahead);
  bool negative = *ahead.at == '-';
  if (negative)
    ahead.at++;
  int64_t value = 0;
  const char *first = ahead.at;
  for (; *ahead.at >= '0' && *ahead.at <= '9'; ahead.at++) {
    int digit = *ahead.at - '0';
    if (value > (INT64_MAX - digit) / 10)
      return false;
    value = value * 10 + digit;
  }
  if (negative)
    value = -value;
  if (ahead.at == first || value < low || value > high)
    return false;
  *out_value = value;
  *reader = ahead;
  return true;
}

static bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

bool text_read_word(TextReader *reader, const char **out_word, size_t *out_length) {
  TextReader ahead = *reader;
  text_skip_spaces(&ahead);
  const char *first = ahead.at;
  while (is_word_character(*ahead.at))
    ahead.at++;
  if (ahead.at == first)
    return false;
  *out_word = first;
  *out_length = (size_t)(ahead.at - first);
  *reader = ahead;
  return true;
}

bool text_at_end(TextReader *reader) {
  text_skip_spaces(reader);
  return *reader->at == '\0';
}

bool text_equal(const char *word, size_t length, const char *literal) {
  return strlen(literal) == length && memcmp(word, literal, length) == 0;
}

static bool is_bare(const char *name) {
  bool begins = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') || *name == '_';
  for (; is_word_character(*name) && *name != '-'; name++)
    continue;
  return begins && !*name;
}

const char *text_symbol(const char *name, char *out_text, size_t size) {
  static const char CUT[] = "...\"";
  bool is_quoted = !is_bare(name);
  TextWriter writer = text_writer(out_text, size);
  text_write(&writer, "%s", is_quoted ? "\"" : "");
  for (; *name; name++) {
    unsigned char byte = (unsigned char)*name;
    if (writer.length + 3 + sizeof CUT > size) {
      text_write(&writer, "...");
      break;
    }
    bool is_plain = byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\';
    text_write(&writer, is_plain ? "%c" : "\\%02X", byte);
  }
  text_write(&writer, "%s", is_quoted ? "\"" : "");
  return out_text;
}

// How many bytes of a character of UTF-8 follow this one.
static int following(unsigned char first) {
  return first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
}

// From U+0080 to U+009F are C2 80 to C2 9F, and a terminal that knows no UTF-8 takes such a second
// byte alone, also where it stands alone.
char *text_clean(char *text) {
  int expected = 0; // bytes of the character at hand
  for (char *at = text; *at; at++) {
    unsigned char byte = (unsigned char)*at, next = (unsigned char)at[1];
    bool is_inside = byte >= 0x80 && byte < 0xc0 && expected > 0;
    bool is_order = (byte < ' ' && byte != '\t' && byte != '\n') || byte == 0x7f ||
                    (byte >= 0x80 && byte < 0xa0 && !is_inside);
    expected = is_inside ? expected - 1 : following(byte);
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0)
      *at = at[1] = '?';
    else if (is_order)
      *at = '?';
  }
  return text;
}

char *text_clean_line(char *text) {
  for (char *at = text_clean(text); *at; at++)
    if (*at == '\n' || *at == '\t')
      *at = '?';
  return text;
}

const char *text_line(const char *text, char *out_text, size_t size) {
  static const char CUT[] = "...";
  if ((size_t)snprintf(out_text, size, "%s", text) >= size)
    memcpy(out_text + size - sizeof CUT, CUT, sizeof CUT);
  return text_clean_line(out_text);
}

// How many letters are missing, added or others; more than any text has when one is too long.
static int distance(const char *text, const char *word) {
  enum { MOST = 32 };
  int row[MOST + 1]; // from what was read of `text` to every beginning of `word`
  int length = (int)strlen(word);
  if (length > MOST)
    return INT_MAX;
  for (int w = 0; w <= length; w++)
    row[w] = w;
  for (; *text; text++) {
    int diagonal = row[0]++;
    for (int w = 1; w <= length; w++) {
      int changed = diagonal + (*text != word[w - 1]);
      int skipped = 1 + (row[w] < row[w - 1] ? row[w] : row[w - 1]);
      diagonal = row[w];
      row[w] = changed < skipped ? changed : skipped;
    }
  }
  return row[length];
}

bool text_is_slip(const char *text, const char *word) {
  int slips = distance(text, word);
  return slips <= 2 && 2 * slips < (int)strlen(word);
}

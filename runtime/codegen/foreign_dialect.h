// Dialects of other projects, in which models are written before they are linalg: by name, and what
// to do with a module in one.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_FOREIGN_DIALECT_H
#define AUTOTUNE_RUNTIME_CODEGEN_FOREIGN_DIALECT_H

typedef struct ForeignDialect {
  const char *name;
  const char *remedy; // a sentence without its end
} ForeignDialect;

// The dialect that the parser lacks by its `message`, where that is one of the table; null when the
// message is about something else. `line` is the line of the source that the message is about, ""
// where there is none. Lent for ever.
const ForeignDialect *foreign_dialect_find(const char *message, const char *line);

#endif

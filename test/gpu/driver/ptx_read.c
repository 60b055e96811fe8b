// See ptx.h. LLVM prints one instruction a line, a product of matrices over several.
#include "ptx_mnemonic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Name {
  char text[PTX_NAME_BYTES];
  int number;
} Name;

// A table of names: of registers, of labels.
typedef struct Names {
  Name *items;
  int count, capacity;
} Names;

typedef struct Reader {
  PtxKernel *kernel;
  Names registers, labels;
  int line;
  int scopes; // that were opened
} Reader;

static void fail(const Reader *reader, const char *what, const char *text) {
  fprintf(stderr, "mock driver: PTX line %d: %s: %s\n", reader->line, what, text);
  exit(3);
}

static int find_name(const Names *names, const char *text) {
  for (int i = names->count - 1; i >= 0; i--)
    if (!strcmp(names->items[i].text, text))
      return names->items[i].number;
  return -1;
}

static void add_name(Names *names, const char *text, int number) {
  if (names->count == names->capacity) {
    names->capacity = names->capacity ? 2 * names->capacity : 256;
    names->items = realloc(names->items, (size_t)names->capacity * sizeof *names->items);
  }
  snprintf(names->items[names->count].text, PTX_NAME_BYTES, "%s", text);
  names->items[names->count++].number = number;
}

// Special registers have the first numbers (ptx_run.c).
static const char *const special[] = {"%tid.x",    "%tid.y",    "%tid.z",  "%ctaid.x", "%ctaid.y",
                                      "%ctaid.z",  "%ntid.x",   "%ntid.y", "%ntid.z",  "%nctaid.x",
                                      "%nctaid.y", "%nctaid.z", "%laneid"};

static int find_register(Reader *reader, const char *text) {
  int number = find_name(&reader->registers, text);
  if (number < 0 &&
      (text[0] == '%' || !strcmp(text, "tmp") || !strcmp(text, "p") || !strcmp(text, "P1"))) {
    number = reader->kernel->registers++;
    add_name(&reader->registers, text, number);
  }
  return number;
}

// --- operands

static char *trim(char *text) {
  while (isspace((unsigned char)*text))
    text++;
  for (size_t size = strlen(text); size > 0 && isspace((unsigned char)text[size - 1]); size--)
    text[size - 1] = 0;
  return text;
}

static const PtxVariable *find_variable(const PtxVariable *variables, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(variables[i].name, name))
      return &variables[i];
  return NULL;
}

static bool read_number(const char *text, int64_t *out_number) {
  char *end;
  if (text[0] == '0' && (text[1] == 'f' || text[1] == 'd')) { // bits of a float
    *out_number = (int64_t)strtoull(text + 2, &end, 16);
    return *end == 0;
  }
  *out_number = text[0] == '-' ? strtoll(text, &end, 0) : (int64_t)strtoull(text, &end, 0);
  return end != text && (*end == 0 || !strcmp(end, "U"));
}

static void read_atom(Reader *reader, const char *text, PtxOperand *operand, int lane) {
  const PtxKernel *kernel = reader->kernel;
  const PtxVariable *variable = find_variable(kernel->parameters, kernel->parameter_count, text);
  if (!variable)
    variable = find_variable(kernel->shared, kernel->shared_count, text);
  operand->registers[lane] = -1;
  if (variable)
    operand->number = variable->offset;
  else if (!read_number(text, &operand->number) &&
           (operand->registers[lane] = find_register(reader, text)) < 0)
    fail(reader, "operand", text);
}

static void read_lane(Reader *reader, const char *text, PtxOperand *operand) {
  PtxOperand one = {.lanes = 1};
  read_atom(reader, text, &one, 0);
  operand->number = one.number;
  if (operand->lanes < PTX_MAX_LANES)
    operand->registers[operand->lanes] = one.registers[0];
  operand->many = realloc(operand->many, (size_t)(operand->lanes + 1) * sizeof *operand->many);
  operand->many[operand->lanes++] = one.registers[0];
}

static PtxOperand read_operand(Reader *reader, char *text) {
  PtxOperand operand = {.lanes = 1, .registers = {-1, -1, -1, -1}};
  text = trim(text);
  if (text[0] == '[') {
    char *plus = strchr(text, '+'), *at = strchr(text, '{');
    int64_t more = 0;
    if (at) { // [map, {coordinates}]
      operand = read_operand(reader, at);
      *strrchr(text, ',') = 0;
    }
    text[strcspn(text, "]")] = 0;
    if (plus)
      *plus = 0;
    read_atom(reader, trim(text + 1), &operand, 0);
    if (plus && !read_number(trim(plus + 1), &more))
      fail(reader, "offset", plus + 1);
    operand.number = (operand.registers[0] < 0 ? operand.number : 0) + more;
  } else if (text[0] == '{') {
    text[strcspn(text, "}")] = 0;
    operand.lanes = 0;
    for (char *part = strtok(text + 1, ","); part; part = strtok(NULL, ","))
      read_lane(reader, trim(part), &operand);
  } else {
    char *bar = strchr(text, '|');
    if (bar) {
      *bar = 0;
      operand.registers[1] = find_register(reader, trim(bar + 1));
    }
    read_atom(reader, trim(text), &operand, 0);
  }
  return operand;
}

// Cuts at commas outside of brackets. Returns the rest; NULL: there is none.
static char *cut(char *text) {
  int depth = 0;
  for (; *text; text++) {
    depth += (*text == '{' || *text == '[') - (*text == '}' || *text == ']');
    if (*text == ',' && depth == 0) {
      *text = 0;
      return text + 1;
    }
  }
  return NULL;
}

// --- instructions

// Labels that LLVM makes are those of the kernel, others of the scope that was opened last.
static void name_label(const Reader *reader, const char *text, char out_label[PTX_NAME_BYTES]) {
  if (text[0] == '$')
    snprintf(out_label, PTX_NAME_BYTES, "%s", text);
  else
    snprintf(out_label, PTX_NAME_BYTES, "%.80s#%d", text, reader->scopes);
}

static PtxInstruction *add_instruction(Reader *reader) {
  PtxKernel *kernel = reader->kernel;
  if (kernel->count == kernel->capacity) {
    kernel->capacity = kernel->capacity ? 2 * kernel->capacity : 1024;
    kernel->instructions =
        realloc(kernel->instructions, (size_t)kernel->capacity * sizeof *kernel->instructions);
  }
  PtxInstruction *instruction = &kernel->instructions[kernel->count++];
  *instruction = (PtxInstruction){.guard = -1, .line = reader->line};
  return instruction;
}

static void read_instruction(Reader *reader, char *text) {
  PtxInstruction *instruction = add_instruction(reader);
  text[strcspn(text, ";")] = 0;
  if (text[0] == '@') {
    char *name = text + 1 + (text[1] == '!'), *end = name + strcspn(name, " \t");
    instruction->is_guard_negated = text[1] == '!';
    text = *end ? end + 1 : end;
    *end = 0;
    instruction->guard = find_register(reader, name);
  }
  text = trim(text);
  char *rest = text + strcspn(text, " \t\n");
  rest = *rest ? (*rest = 0, trim(rest + 1)) : rest;
  if (!ptx_read_mnemonic(text, instruction))
    fail(reader, "an instruction that is not known here", text);
  if (instruction->op == PTX_bra) {
    name_label(reader, rest, instruction->label);
    return;
  }
  while (rest && *rest) {
    char *next = cut(rest);
    if (instruction->operand_count == PTX_MAX_OPERANDS)
      fail(reader, "too many operands", rest);
    instruction->operands[instruction->operand_count++] = read_operand(reader, rest);
    rest = next;
  }
}

// --- what is around them

static void read_parameter(Reader *reader, char *text) {
  PtxKernel *kernel = reader->kernel;
  PtxType type = {'b', 64, false};
  char *name = strrchr(text, ' '), *open = strchr(text, '['), *align = strstr(text, ".align ");
  int64_t count = open ? strtoll(open + 1, NULL, 10) : 1;
  int64_t unit = open && align ? strtoll(align + strlen(".align "), NULL, 10) : 0;
  text[strcspn(text, ",)[")] = 0;
  for (char *part = strtok(text, " \t"); part; part = strtok(NULL, " \t")) {
    if (part[0] == '.')
      ptx_read_type(part + 1, &type);
    name = part;
  }
  if (kernel->parameter_count == PTX_MAX_PARAMETERS)
    fail(reader, "too many parameters", name);
  PtxVariable *variable = &kernel->parameters[kernel->parameter_count++];
  snprintf(variable->name, sizeof variable->name, "%s", name);
  variable->bytes = type.bits / 8 * count;
  unit = unit ? unit : variable->bytes;
  variable->offset = (kernel->parameter_bytes + unit - 1) / unit * unit;
  kernel->parameter_bytes = variable->offset + variable->bytes;
}

// ".shared .align 16 .b8 NAME[8448];", and of dynamic memory ".extern .shared .align 16 .b8
// NAME[];".
static void read_shared(Reader *reader, char *text) {
  PtxKernel *kernel = reader->kernel;
  char *open = strchr(text, '['), *name = text;
  if (kernel->shared_count == PTX_MAX_SHARED || !strstr(text, ".b8"))
    fail(reader, "a shared variable that is not known here", text);
  text[strcspn(text, "[;")] = 0;
  for (char *part = strtok(text, " \t"); part; part = strtok(NULL, " \t"))
    name = part;
  PtxVariable *variable = &kernel->shared[kernel->shared_count++];
  snprintf(variable->name, sizeof variable->name, "%s", name);
  variable->bytes = open ? strtoll(open + 1, NULL, 10) : 0;
  variable->offset = (kernel->shared_bytes + 127) / 128 * 128;
  kernel->shared_bytes = variable->offset + variable->bytes;
}

static void read_directive(Reader *reader, char *text) {
  char *entry = strstr(text, ".entry ");
  if (entry) {
    if (reader->kernel->name[0])
      fail(reader, "a second kernel", entry);
    entry += strlen(".entry ");
    snprintf(reader->kernel->name, PTX_NAME_BYTES, "%.*s", (int)strcspn(entry, "( \t"), entry);
  } else if (!strncmp(text, ".param", 6)) {
    read_parameter(reader, text);
  } else if (strstr(text, ".shared")) {
    read_shared(reader, text);
  } else if (!strncmp(text, ".target", 7)) {
    sscanf(text, ".target %15[^, \n]", reader->kernel->target);
  } else if (!strncmp(text, ".func", 5) || !strncmp(text, ".global", 7) ||
             !strncmp(text, ".const", 6)) {
    fail(reader, "a directive that is not known here", text);
  }
}

static void add_label(Reader *reader, char *text, size_t size) {
  char label[PTX_NAME_BYTES];
  text[size - 1] = 0;
  name_label(reader, text, label);
  add_name(&reader->labels, label, reader->kernel->count);
}

static void read_line(Reader *reader, char *text) {
  char *comment = strstr(text, "//");
  if (comment)
    *comment = 0;
  text = trim(text);
  if (!strncmp(text, "{ .reg", 6)) // "{ .reg .b16 tmp; mov.b32 {tmp, %rs2}, %r1; }"
    text = trim(strchr(text, ';') + 1);
  size_t size = strlen(text);
  reader->scopes += text[0] == '{';
  if (size == 0 || !strcmp(text, "{") || !strcmp(text, "}") || !strcmp(text, ")"))
    return;
  if (text[0] == '.')
    read_directive(reader, text);
  else if (text[size - 1] == ':')
    add_label(reader, text, size);
  else
    read_instruction(reader, text);
}

static void find_targets(Reader *reader) {
  PtxKernel *kernel = reader->kernel;
  for (int i = 0; i < kernel->count; i++) {
    PtxInstruction *instruction = &kernel->instructions[i];
    if (instruction->op != PTX_bra)
      continue;
    instruction->target = find_name(&reader->labels, instruction->label);
    if (instruction->target < 0)
      fail(reader, "a label that is nowhere", instruction->label);
  }
}

// Up to the end of an instruction, which other lines than the first can have.
static size_t line_size(const char *text) {
  size_t size = strcspn(text, "\n"), begin = strspn(text, " \t"), whole = strcspn(text, ";");
  bool is_instruction = islower((unsigned char)text[begin]) || text[begin] == '@';
  return is_instruction && text[whole] && whole > size ? whole + 1 : size;
}

PtxKernel *ptx_read(const char *text) {
  Reader reader = {.kernel = calloc(1, sizeof *reader.kernel)};
  for (size_t i = 0; i < sizeof special / sizeof *special; i++)
    find_register(&reader, special[i]);
  while (*text) {
    size_t size = line_size(text);
    char *line = strndup(text, size);
    reader.line++;
    read_line(&reader, line);
    free(line);
    for (size_t at = 0; at < size; at++)
      reader.line += text[at] == '\n';
    text += size + (text[size] == '\n');
  }
  find_targets(&reader);
  free(reader.registers.items);
  free(reader.labels.items);
  return reader.kernel;
}

void ptx_destroy(PtxKernel *kernel) {
  for (int i = 0; i < kernel->count; i++)
    for (int o = 0; o < kernel->instructions[i].operand_count; o++)
      free(kernel->instructions[i].operands[o].many);
  free(kernel->instructions);
  free(kernel);
}

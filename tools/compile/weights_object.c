// ELF for x86-64, relocatable: header, the section with the tensors, the symbols, their names, the
// names of the sections, an empty section that asks for a stack without code, and the table of
// sections. See elf(5).
#include "tools/compile/weights_object.h"

#include "tools/compile/memory_file.h"

#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char section_names[] =
    "\0.rodata.weights\0.symtab\0.strtab\0.shstrtab\0.note.GNU-stack";

enum { NAME_DATA = 1, NAME_SYMTAB = 17, NAME_STRTAB = 25, NAME_SHSTRTAB = 33, NAME_STACK = 43 };
enum {
  SECTION_NULL,
  SECTION_DATA,
  SECTION_SYMTAB,
  SECTION_STRTAB,
  SECTION_SHSTRTAB,
  SECTION_STACK
};
enum { SECTION_COUNT = SECTION_STACK + 1 };

typedef struct Layout {
  size_t data, data_size, symbols, strings, string_size, names, table, size;
} Layout;

static size_t aligned(size_t offset, size_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

static Layout plan(const Weight *weights, int count) {
  Layout layout = {.data = aligned(sizeof(Elf64_Ehdr), WEIGHTS_ALIGNMENT), .string_size = 1};
  for (int i = 0; i < count; i++) {
    layout.data_size = aligned(layout.data_size, WEIGHTS_ALIGNMENT) + weights[i].size;
    layout.string_size += strlen(weights[i].symbol) + 1;
  }
  layout.symbols = aligned(layout.data + layout.data_size, 8);
  layout.strings = layout.symbols + (size_t)(count + 1) * sizeof(Elf64_Sym);
  layout.names = layout.strings + layout.string_size;
  layout.table = aligned(layout.names + sizeof section_names, 8);
  layout.size = layout.table + SECTION_COUNT * sizeof(Elf64_Shdr);
  return layout;
}

static void make_header(const Layout *layout, Elf64_Ehdr *out_header) {
  *out_header = (Elf64_Ehdr){.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
                                         ELFDATA2LSB, EV_CURRENT, ELFOSABI_NONE},
                             .e_type = ET_REL,
                             .e_machine = EM_X86_64,
                             .e_version = EV_CURRENT,
                             .e_shoff = layout->table,
                             .e_ehsize = sizeof(Elf64_Ehdr),
                             .e_shentsize = sizeof(Elf64_Shdr),
                             .e_shnum = SECTION_COUNT,
                             .e_shstrndx = SECTION_SHSTRTAB};
}

// What comes after the weights: `tail` begins at layout->symbols of the file.
static void make_symbols(const Layout *layout, const Weight *weights, int count, char *tail) {
  Elf64_Sym *symbols = (Elf64_Sym *)tail;
  size_t offset = 0, name = 1;
  for (int i = 0; i < count; i++) {
    offset = aligned(offset, WEIGHTS_ALIGNMENT);
    symbols[i + 1] = (Elf64_Sym){.st_name = (Elf64_Word)name,
                                 .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                                 .st_other = STV_HIDDEN,
                                 .st_shndx = SECTION_DATA,
                                 .st_value = offset,
                                 .st_size = weights[i].size};
    size_t length = strlen(weights[i].symbol) + 1;
    memcpy(tail + (layout->strings - layout->symbols) + name, weights[i].symbol, length);
    name += length;
    offset += weights[i].size;
  }
}

static void make_sections(const Layout *layout, int count, char *tail) {
  Elf64_Shdr *sections = (Elf64_Shdr *)(tail + (layout->table - layout->symbols));
  memcpy(tail + (layout->names - layout->symbols), section_names, sizeof section_names);
  sections[SECTION_DATA] = (Elf64_Shdr){.sh_name = NAME_DATA,
                                        .sh_type = SHT_PROGBITS,
                                        .sh_flags = SHF_ALLOC,
                                        .sh_offset = layout->data,
                                        .sh_size = layout->data_size,
                                        .sh_addralign = WEIGHTS_ALIGNMENT};
  sections[SECTION_SYMTAB] = (Elf64_Shdr){.sh_name = NAME_SYMTAB,
                                          .sh_type = SHT_SYMTAB,
                                          .sh_offset = layout->symbols,
                                          .sh_size = (size_t)(count + 1) * sizeof(Elf64_Sym),
                                          .sh_link = SECTION_STRTAB,
                                          .sh_info = 1,
                                          .sh_addralign = 8,
                                          .sh_entsize = sizeof(Elf64_Sym)};
  sections[SECTION_STRTAB] = (Elf64_Shdr){.sh_name = NAME_STRTAB,
                                          .sh_type = SHT_STRTAB,
                                          .sh_offset = layout->strings,
                                          .sh_size = layout->string_size,
                                          .sh_addralign = 1};
  sections[SECTION_SHSTRTAB] = (Elf64_Shdr){.sh_name = NAME_SHSTRTAB,
                                            .sh_type = SHT_STRTAB,
                                            .sh_offset = layout->names,
                                            .sh_size = sizeof section_names,
                                            .sh_addralign = 1};
  sections[SECTION_STACK] = (Elf64_Shdr){.sh_name = NAME_STACK,
                                         .sh_type = SHT_PROGBITS,
                                         .sh_offset = layout->table,
                                         .sh_addralign = 1};
}

// --- writing

static const char WEIGHTS[] = "the weights";

static Status write_weights(const Layout *layout, const Weight *weights, int count, int file) {
  Status status = STATUS_OK;
  size_t offset = layout->data;
  for (int i = 0; i < count && status == STATUS_OK; i++) {
    offset = aligned(offset, WEIGHTS_ALIGNMENT);
    status = memory_file_write(file, WEIGHTS, offset, weights[i].bytes, weights[i].size);
    offset += weights[i].size;
  }
  return status;
}

Status weights_object_write(const Weight *weights, int count, int file, size_t *out_size) {
  Status status = STATUS_OK;
  Layout layout = plan(weights, count);
  Elf64_Ehdr header;
  char *tail = calloc(1, layout.size - layout.symbols);
  if (!tail)
    return status_fail(STATUS_SYSTEM, "no memory for the table of %d weights", count);
  make_header(&layout, &header);
  make_symbols(&layout, weights, count, tail);
  make_sections(&layout, count, tail);
  TRY(memory_file_write(file, WEIGHTS, 0, (const char *)&header, sizeof header));
  TRY(write_weights(&layout, weights, count, file));
  TRY(memory_file_write(file, WEIGHTS, layout.symbols, tail, layout.size - layout.symbols));
  *out_size = layout.size;
cleanup:
  free(tail);
  return status;
}

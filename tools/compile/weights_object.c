// LLVM writes the object with zeros in place of the tensors, and they are then written over these:
// so no copy of them passes through LLVM.
#include "tools/compile/weights_object.h"

#include "runtime/codegen/machine_code.h"
#include "tools/compile/memory_file.h"
#include "llvm-c/Core.h"
#include "llvm-c/Object.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char SECTION[] = ".rodata.weights", WEIGHTS[] = "the weights";

static size_t aligned(size_t offset) {
  return (offset + WEIGHTS_ALIGNMENT - 1) / WEIGHTS_ALIGNMENT * WEIGHTS_ALIGNMENT;
}

static void add_weight(LLVMModuleRef module, const Weight *weight) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(module));
  LLVMTypeRef type = LLVMArrayType2(byte, weight->size);
  LLVMValueRef global = LLVMAddGlobal(module, type, weight->symbol);
  LLVMSetInitializer(global, LLVMConstNull(type));
  LLVMSetGlobalConstant(global, true);
  LLVMSetVisibility(global, LLVMHiddenVisibility);
  LLVMSetSection(global, SECTION);
  LLVMSetAlignment(global, WEIGHTS_ALIGNMENT);
}

static Status write_zeros(const Weight *weights, int count, const Architecture *architecture,
                          const char *path) {
  CodeContext context;
  machine_code_context_create(&context);
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("weights", context.llvm);
  for (int i = 0; i < count; i++)
    add_weight(module, &weights[i]);
  Status status = machine_code_write_data(module, architecture, path);
  LLVMDisposeModule(module);
  machine_code_context_destroy(&context);
  return status;
}

// --- where they are

typedef struct Place {
  size_t file_bytes, start, bytes; // of the file; of the section, where it starts in the file
} Place;

static bool find_section(LLVMBinaryRef object, const char *file, Place *out_place) {
  LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(object);
  bool is_found = false;
  for (; !is_found && !LLVMObjectFileIsSectionIteratorAtEnd(object, section);
       LLVMMoveToNextSection(section)) {
    const char *name = LLVMGetSectionName(section); // NULL: it has none
    is_found = name && strcmp(name, SECTION) == 0;
    if (is_found) {
      out_place->start = (size_t)(LLVMGetSectionContents(section) - file);
      out_place->bytes = LLVMGetSectionSize(section);
    }
  }
  LLVMDisposeSectionIterator(section);
  return is_found;
}

static Status find_place(const char *path, Place *out_place) {
  LLVMMemoryBufferRef buffer = NULL;
  LLVMBinaryRef object = NULL;
  char *message = NULL;
  bool is_found = !LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) &&
                  (object = LLVMCreateBinary(buffer, NULL, &message)) != NULL &&
                  find_section(object, LLVMGetBufferStart(buffer), out_place);
  Status status = is_found ? STATUS_OK
                           : status_fail(STATUS_SYSTEM, "cannot read the object of the weights: %s",
                                         message ? message : "it has no such section");
  if (is_found)
    out_place->file_bytes = LLVMGetBufferSize(buffer);
  if (object)
    LLVMDisposeBinary(object);
  if (buffer)
    LLVMDisposeMemoryBuffer(buffer);
  LLVMDisposeMessage(message);
  return status;
}

static Status write_object(const Weight *weights, int count, const Architecture *architecture,
                           int file, size_t *out_size) {
  Status status = STATUS_OK;
  char path[40];
  Place place = {0};
  size_t offset = 0;
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  TRY(write_zeros(weights, count, architecture, path));
  TRY(find_place(path, &place));
  for (int i = 0; i < count && status == STATUS_OK; i++) {
    offset = aligned(offset);
    status =
        memory_file_write(file, WEIGHTS, place.start + offset, weights[i].bytes, weights[i].size);
    offset += weights[i].size;
  }
  if (status == STATUS_OK && offset != place.bytes)
    status = status_fail(STATUS_SYSTEM, "the object of the weights has another layout");
  if (status == STATUS_OK)
    *out_size = place.file_bytes;
cleanup:
  return status;
}

Status weights_object_create(const Weight *weights, int count, const Architecture *architecture,
                             WeightsObject *out_object) {
  WeightsObject *object = out_object;
  *object = (WeightsObject){.file = -1};
  Status status = memory_file_open(WEIGHTS, &object->file);
  if (status == STATUS_OK)
    status = write_object(weights, count, architecture, object->file, &object->size);
  if (status != STATUS_OK)
    return status;
  void *map = mmap(NULL, object->size, PROT_READ, MAP_SHARED, object->file, 0);
  if (map == MAP_FAILED)
    return status_fail(STATUS_SYSTEM, "cannot map the weights: %s", strerror(errno));
  object->bytes = map;
  return STATUS_OK;
}

void weights_object_destroy(WeightsObject *object) {
  if (object->bytes)
    munmap((void *)object->bytes, object->size);
  if (object->file >= 0)
    close(object->file);
  *object = (WeightsObject){.file = -1};
}

// Needs: what the code of a library takes from elsewhere.
#include "tools/compile/needs.h"

#include "tools/compile/symbols_shim.h"
#include "transforms/ir.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// --- what the module declares

static bool is_declared(MlirOperation op) {
  bool is_function = ir_op_is(op, "func.func") || ir_op_is(op, "llvm.func");
  return is_function && mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
}

Status needs_read(MlirModule module, Needs *out_needs) {
  Status status = STATUS_OK;
  IrOps found = ir_collect(mlirModuleGetOperation(module), is_declared);
  Needs needs = {calloc((size_t)found.count + 1, sizeof(char *)), 0};
  if (!needs.declared)
    TRY(status_fail(STATUS_SYSTEM, "no memory for the names of functions"));
  for (; needs.count < found.count; needs.count++) {
    MlirStringRef name = ir_symbol(found.ops[needs.count]);
    needs.declared[needs.count] = strndup(name.data, name.length);
    if (!needs.declared[needs.count])
      TRY(status_fail(STATUS_SYSTEM, "no memory for the names of functions"));
  }
  *out_needs = needs;
cleanup:
  free(found.ops);
  if (status != STATUS_OK)
    needs_destroy(&needs);
  return status;
}

void needs_destroy(Needs *needs) {
  for (int i = 0; i < needs->count; i++)
    free(needs->declared[i]);
  free(needs->declared);
  *needs = (Needs){0};
}

// --- what the code needs

static const char *const libraries[] = {"libc.so.6", "libm.so.6", "libgcc_s.so.1"};
enum { LIBRARY_COUNT = sizeof libraries / sizeof *libraries };

typedef struct Search {
  const Needs *needs;
  const char *prefix;
  void *handles[LIBRARY_COUNT]; // null: the system lacks the library
  char missing[128];            // the first; "" = none
} Search;

static bool begins(const char *name, const char *word) {
  return !strncmp(name, word, strlen(word));
}

// The linker defines the one, and who loads code for threads brings the others.
static bool is_brought(const char *name) {
  return !strcmp(name, "_GLOBAL_OFFSET_TABLE_") || begins(name, "__kmpc_") || begins(name, "omp_");
}

static bool is_own(const Search *search, const char *name) {
  return begins(name, search->prefix) && name[strlen(search->prefix)] == '.';
}

static void look(const char *name, void *user) {
  Search *search = user;
  bool is_there = search->missing[0] || is_brought(name) || is_own(search, name);
  for (int i = 0; i < search->needs->count && !is_there; i++)
    is_there = !strcmp(name, search->needs->declared[i]);
  for (int i = 0; i < LIBRARY_COUNT && !is_there; i++)
    is_there = search->handles[i] && dlsym(search->handles[i], name);
  if (!is_there)
    snprintf(search->missing, sizeof search->missing, "%s", name);
}

Status needs_check(const Needs *needs, const Object *objects, int count, const char *prefix) {
  Search search = {.needs = needs, .prefix = prefix};
  for (int i = 0; i < LIBRARY_COUNT; i++)
    search.handles[i] = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
  for (int i = 0; i < count; i++)
    object_needs_each(&objects[i], look, &search);
  for (int i = 0; i < LIBRARY_COUNT; i++)
    if (search.handles[i])
      dlclose(search.handles[i]);
  if (!search.missing[0])
    return STATUS_OK;
  return status_fail(STATUS_LOWERING,
                     "the code calls %s, which libc, libm and libgcc of this system lack: declare "
                     "it as a function of the module where whoever loads the library has it",
                     search.missing);
}

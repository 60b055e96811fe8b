// Calls the functions of workspace.mlir on memory of their own and on workspaces: exactly as large
// as the library says, between pages that nobody may touch and bytes that nobody may change, and
// two at the same time.
#include "workspace.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, TURNS = 50 };

static int errors;
static bool is_exhausted;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      errors++;                                                                                    \
      printf("line %d: %s\n", __LINE__, #condition);                                               \
    }                                                                                              \
  } while (0)

// The library takes its memory from here.
void *aligned_alloc(size_t alignment, size_t bytes) {
  void *memory = NULL;
  if (is_exhausted)
    return NULL;
  errno = posix_memalign(&memory, alignment, bytes);
  return memory;
}

typedef int Function(const float *a, const float *b, const float *c, float *result);
typedef int FunctionIn(void *workspace, const float *a, const float *b, const float *c,
                       float *result);

typedef struct Case {
  const char *name;
  Function *plain;
  FunctionIn *in;
  size_t bytes;
  size_t counts[4]; // elements of a, b, c and the result
} Case;

static float *numbers(size_t count, unsigned seed) {
  float *values = malloc(count * sizeof *values);
  for (size_t i = 0; i < count; i++)
    values[i] = (float)((i * 7919 + seed) % 31) / 16 - 1;
  return values;
}

// A workspace that ends where a page begins that nobody may touch.
typedef struct Guarded {
  unsigned char *map, *workspace;
  size_t map_bytes, front; // bytes before the workspace
} Guarded;

static Guarded guard(size_t bytes) {
  Guarded guarded;
  size_t whole = (bytes + PAGE - 1) / PAGE * PAGE;
  guarded.map_bytes = whole + 2 * PAGE;
  guarded.map =
      mmap(NULL, guarded.map_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  guarded.front = PAGE + whole - bytes;
  guarded.workspace = guarded.map + guarded.front;
  memset(guarded.map, 0xA5, guarded.front);
  memset(guarded.workspace, 0xFF, bytes); // not a number, wherever it is read
  mprotect(guarded.map + PAGE + whole, PAGE, PROT_NONE);
  return guarded;
}

static void check_front(const Guarded *guarded) {
  size_t changed = 0;
  for (size_t i = 0; i < guarded->front; i++)
    changed += guarded->map[i] != 0xA5;
  CHECK(changed == 0);
}

static void check_case(const Case *tested) {
  float *a = numbers(tested->counts[0], 1), *b = numbers(tested->counts[1], 2),
        *c = numbers(tested->counts[2], 3);
  size_t result_bytes = tested->counts[3] * sizeof(float);
  float *plain = calloc(1, result_bytes), *in = calloc(1, result_bytes);
  Guarded guarded = guard(tested->bytes);
  CHECK(tested->bytes > 0 && tested->bytes % 64 == 0);
  CHECK(tested->plain(a, b, c, plain) == WORKSPACE_OK);
  CHECK(tested->in(guarded.workspace, a, b, c, in) == WORKSPACE_OK);
  CHECK(!memcmp(plain, in, result_bytes) && in[0] != 0);
  check_front(&guarded);
  memset(in, 0, result_bytes);
  CHECK(tested->in(NULL, a, b, c, in) == WORKSPACE_BAD_WORKSPACE);
  CHECK(tested->in(guarded.workspace - 32, a, b, c, in) == WORKSPACE_BAD_WORKSPACE);
  CHECK(tested->in(guarded.workspace, NULL, b, c, in) == WORKSPACE_NULL_ARGUMENT);
  is_exhausted = true;
  CHECK(tested->plain(a, b, c, in) == WORKSPACE_NO_MEMORY);
  is_exhausted = false;
  for (size_t i = 0; i < tested->counts[3]; i++)
    CHECK(in[i] == 0);
  munmap(guarded.map, guarded.map_bytes);
  free(a), free(b), free(c), free(plain), free(in);
}

// --- two calls at once

typedef struct Caller {
  unsigned seed;
  int wrong;
} Caller;

static void *call_often(void *user) {
  Caller *caller = user;
  float *a = numbers(37 * 41, caller->seed), *b = numbers(41 * 29, 2), *c = numbers(29 * 31, 3);
  float expected[37 * 31], result[37 * 31];
  void *workspace = NULL;
  caller->wrong += posix_memalign(&workspace, 64, workspace_nested_workspace_bytes()) != 0;
  caller->wrong += workspace_nested(a, b, c, expected) != WORKSPACE_OK;
  for (int turn = 0; turn < TURNS; turn++) {
    memset(result, 0, sizeof result);
    caller->wrong += workspace_nested_in(workspace, a, b, c, result) != WORKSPACE_OK;
    caller->wrong += memcmp(result, expected, sizeof result) != 0;
  }
  free(workspace), free(a), free(b), free(c);
  return NULL;
}

static void check_two_at_once(void) {
  Caller callers[2] = {{5, 0}, {11, 0}};
  pthread_t other;
  CHECK(pthread_create(&other, NULL, call_often, &callers[1]) == 0);
  call_often(&callers[0]);
  pthread_join(other, NULL);
  CHECK(callers[0].wrong == 0 && callers[1].wrong == 0);
}

static void check_none(void) {
  float a[5] = {1, 2, 3, 4, 5}, result[5] = {0};
  CHECK(workspace_none_workspace_bytes() == 0);
  is_exhausted = true;
  CHECK(workspace_none(a, result) == WORKSPACE_OK && result[4] == 10);
  is_exhausted = false;
  result[4] = 0;
  CHECK(workspace_none_in(NULL, a, result) == WORKSPACE_OK && result[4] == 10);
}

int main(void) {
  const Case cases[] = {
      {"chain",
       workspace_chain,
       workspace_chain_in,
       workspace_chain_workspace_bytes(),
       {37 * 41, 41 * 29, 29 * 31, 37 * 31}},
      {"nested",
       workspace_nested,
       workspace_nested_in,
       workspace_nested_workspace_bytes(),
       {37 * 41, 41 * 29, 29 * 31, 37 * 31}},
      {"large",
       workspace_large,
       workspace_large_in,
       workspace_large_workspace_bytes(),
       {512 * 513, 513 * 768, 768 * 256, 512 * 256}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int before = errors;
    check_case(&cases[i]);
    printf("%s: %d errors\n", cases[i].name, errors - before);
  }
  CHECK(workspace_nested_workspace_bytes() >= workspace_chain_workspace_bytes());
  check_two_at_once();
  check_none();
  printf("%d errors\n", errors);
  return errors > 0;
}

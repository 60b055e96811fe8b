// Calls every function of matrices.mlir on memory of the device, and compares the results with sums
// of its own, bit for bit: the data are integers whose sums every type keeps; with BYTES those of
// i8 alone. Then what the driver says of a kernel that did not ask for the shared memory of its
// launch.
#include "matrices.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int (*allocate)(unsigned long long *, size_t),
    (*upload)(unsigned long long, const void *, size_t),
    (*download)(void *, unsigned long long, size_t), (*load)(void **, const void *),
    (*get_function)(void **, void *, const char *), (*set_attribute)(void *, int, int),
    (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,
              void **, void **);
static unsigned state = 1;

typedef enum Type { F16, BF16, F32, I8, U8, I32 } Type;
static const size_t bytes_of[] = {2, 2, 4, 1, 1, 4};

typedef struct Array {
  double *numbers; // as they are expected
  void *device;
  int count;
  Type type;
} Array;

static void write_number(void *place, double number, Type type) {
  _Float16 half = (_Float16)number;
  float single = (float)number;
  int32_t whole = (int32_t)number;
  uint16_t upper;
  memcpy(&upper, (char *)&single + 2, 2);
  memcpy(place,
         type == F16    ? (void *)&half
         : type == BF16 ? (void *)&upper
         : type == F32  ? (void *)&single
                        : (void *)&whole,
         bytes_of[type]);
}

static void *as_bytes(const Array *array) {
  char *bytes = malloc((size_t)array->count * bytes_of[array->type]);
  for (int i = 0; i < array->count; i++)
    write_number(bytes + (size_t)i * bytes_of[array->type], array->numbers[i], array->type);
  return bytes;
}

static Array array(int count, Type type, int least, int most) {
  unsigned long long address;
  size_t size = (size_t)count * bytes_of[type];
  Array made = {malloc((size_t)count * sizeof(double)), NULL, count, type};
  for (int i = 0; i < count; i++) {
    state = state * 1664525u + 1013904223u;
    made.numbers[i] = least + (int)(state >> 16) % (most - least + 1);
  }
  void *bytes = as_bytes(&made);
  if (allocate(&address, size) || upload(address, bytes, size))
    exit(2);
  free(bytes);
  made.device = (void *)address;
  return made;
}

// Added to `c`, which `b` lies along the terms of where it is turned.
static void product(Array a, Array b, Array c, int m, int n, int k, int is_turned) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int l = 0; l < k; l++)
        c.numbers[i * n + j] += a.numbers[i * k + l] * b.numbers[is_turned ? j * k + l : l * n + j];
}

static void compare(const char *what, int status, Array result) {
  size_t size = (size_t)result.count * bytes_of[result.type];
  void *expected = as_bytes(&result), *found = malloc(size);
  if (download(found, (unsigned long long)result.device, size))
    exit(2);
  printf("%s: %s, %s\n", what, matrices_status_text(status),
         memcmp(found, expected, size) ? "wrong" : "right");
  free(expected);
  free(found);
}

static void call_bytes(void) {
  Array a = array(48 * 64, I8, -128, 127), b = array(64 * 40, I8, -128, 127),
        c = array(48 * 40, I32, -9, 9);
  product(a, b, c, 48, 40, 64, 0);
  compare("i8", matrices_i8(NULL, a.device, b.device, c.device), c);
  a = array(33 * 37, U8, 0, 255), b = array(37 * 40, U8, 0, 255), c = array(33 * 40, I32, -9, 9);
  product(a, b, c, 33, 40, 37, 0);
  compare("u8", matrices_u8(NULL, a.device, b.device, c.device), c);
}

#ifdef BYTES
static void call_all(void) { call_bytes(); }
#else
static void call_f16(void) {
  Array a = array(128 * 96, F16, -4, 3), b = array(96 * 128, F16, -4, 3),
        bias = array(128, F16, -4, 3), r = array(128 * 128, F16, 0, 0);
  for (int i = 0; i < r.count; i++)
    r.numbers[i] = bias.numbers[i % 128];
  product(a, b, r, 128, 128, 96, 0);
  for (int i = 0; i < r.count; i++)
    r.numbers[i] = r.numbers[i] > 0 ? r.numbers[i] : 0;
  compare("f16", matrices_f16(NULL, a.device, b.device, bias.device, r.device), r);
}

static void call_turned(void) {
  Array a = array(37 * 50, F16, -4, 3), b = array(29 * 50, F16, -4, 3),
        r = array(37 * 29, F32, 0, 0);
  product(a, b, r, 37, 29, 50, 1);
  compare("turned", matrices_turned(NULL, a.device, b.device, r.device), r);
}

static void call_all(void) {
  call_f16();
  call_turned();
  Array a = array(40 * 64, BF16, -1, 1), b = array(64 * 24, BF16, -1, 1),
        c = array(40 * 24, BF16, -4, 3);
  product(a, b, c, 40, 24, 64, 0);
  compare("bf16", matrices_bf16(NULL, a.device, b.device, c.device), c);
  call_bytes();
  a = array(48 * 40, F32, -4, 3), b = array(40 * 24, F32, -4, 3), c = array(48 * 24, F32, -4, 3);
  product(a, b, c, 48, 24, 40, 0);
  compare("tf32", matrices_tf32(NULL, a.device, b.device, c.device), c);
}
#endif

static void launch_without_asking(void) {
  enum { MAX_DYNAMIC_SHARED_BYTES = 8, FEW = 48 << 10, MANY = FEW + 16, TOO_MANY = 228 << 10 };
  void *module, *function;
  if (load(&module, ".version 7.0\n.target sm_80\n.visible .entry none()\n{\n\tret;\n}\n") ||
      get_function(&function, module, "none"))
    exit(2);
  int few = launch(function, 1, 1, 1, 1, 1, 1, FEW, NULL, NULL, NULL);
  int many = launch(function, 1, 1, 1, 1, 1, 1, MANY, NULL, NULL, NULL);
  int refused = set_attribute(function, MAX_DYNAMIC_SHARED_BYTES, TOO_MANY);
  int asked = set_attribute(function, MAX_DYNAMIC_SHARED_BYTES, MANY);
  int after = launch(function, 1, 1, 1, 1, 1, 1, MANY, NULL, NULL, NULL);
  printf("few %d, many %d, too many %d, asked %d, after that %d\n", few, many, refused, asked,
         after);
}

int main(void) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver)
    return 2;
  *(void **)&allocate = dlsym(driver, "cuMemAlloc_v2");
  *(void **)&upload = dlsym(driver, "cuMemcpyHtoD_v2");
  *(void **)&download = dlsym(driver, "cuMemcpyDtoH_v2");
  *(void **)&load = dlsym(driver, "cuModuleLoadData");
  *(void **)&get_function = dlsym(driver, "cuModuleGetFunction");
  *(void **)&set_attribute = dlsym(driver, "cuFuncSetAttribute");
  *(void **)&launch = dlsym(driver, "cuLaunchKernel");
  call_all();
  launch_without_asking();
  return 0;
}

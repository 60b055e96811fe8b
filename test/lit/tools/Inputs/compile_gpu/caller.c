// Calls every function of layers.mlir on memory of the device, and compares the results with sums
// of its own, bit for bit: the data are small integers. With an argument, prints the status of one
// call.
#include "layers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int (*allocate)(unsigned long long *, size_t),
    (*upload)(unsigned long long, const void *, size_t),
    (*download)(void *, unsigned long long, size_t);
static unsigned state = 1;
static int errors;

typedef struct Array {
  float *host, *device;
  int count;
} Array;

static Array array(int count) {
  unsigned long long address;
  Array made = {malloc((size_t)count * sizeof(float)), NULL, count};
  for (int i = 0; i < count; i++) {
    state = state * 1664525u + 1013904223u;
    made.host[i] = (float)(state >> 24 & 7) - 4;
  }
  if (allocate(&address, (size_t)count * sizeof(float)) ||
      upload(address, made.host, (size_t)count * sizeof(float)))
    exit(2);
  made.device = (float *)address;
  return made;
}

static void product(const float *a, const float *b, float *c, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int l = 0; l < k; l++)
        c[i * n + j] += a[i * k + l] * b[l * n + j];
}

// The array's own numbers are what is expected of its memory of the device.
static void compare(const char *what, int status, Array result) {
  float *found = malloc((size_t)result.count * sizeof *found);
  int wrong = status != LAYERS_OK;
  download(found, (unsigned long long)result.device, (size_t)result.count * sizeof *found);
  for (int i = 0; i < result.count; i++)
    wrong += memcmp(&found[i], &result.host[i], sizeof *found) != 0;
  if (wrong)
    printf("%s: %s, %d wrong\n", what, layers_status_text(status), wrong);
  errors += wrong;
  free(found);
}

static void call_two(void) {
  Array x = array(19 * 23), w1 = array(23 * 40), bias = array(40), w2 = array(40 * 17),
        r = array(19 * 17);
  float middle[19 * 40];
  for (int i = 0; i < 19 * 40; i++)
    middle[i] = bias.host[i % 40];
  product(x.host, w1.host, middle, 19, 40, 23);
  for (int i = 0; i < 19 * 40; i++)
    middle[i] = middle[i] > 0 ? middle[i] : 0;
  memset(r.host, 0, sizeof(float) * 19 * 17);
  product(middle, w2.host, r.host, 19, 17, 40);
  compare("two", layers_two(NULL, x.device, w1.device, bias.device, w2.device, r.device), r);
  unsigned long long workspace = 0;
  if (layers_two_workspace_bytes() == 0 || allocate(&workspace, layers_two_workspace_bytes()))
    errors++;
  Array again = array(19 * 17);
  memcpy(again.host, r.host, sizeof(float) * 19 * 17);
  compare("two_in",
          layers_two_in(NULL, (void *)workspace, x.device, w1.device, bias.device, w2.device,
                        again.device),
          again);
  if (layers_two_in(NULL, NULL, x.device, w1.device, bias.device, w2.device, again.device) !=
          LAYERS_BAD_WORKSPACE ||
      layers_two(NULL, x.device + 1, w1.device, bias.device, w2.device, r.device) !=
          LAYERS_UNALIGNED)
    errors++;
}

static void call_add(void) {
  Array a = array(33 * 16), b = array(16 * 24), c = array(33 * 24);
  product(a.host, b.host, c.host, 33, 24, 16);
  compare("add", layers_add(NULL, a.device, b.device, c.device), c);
  if (layers_add(NULL, NULL, b.device, c.device) != LAYERS_NULL_ARGUMENT)
    errors++;
}

static void call_twice(void) {
  Array a = array(5 * 8), b = array(8 * 6), r = array(5 * 6), copy = array(5 * 6);
  for (int i = 0; i < 30; i++)
    r.host[i] = 3;
  product(a.host, b.host, r.host, 5, 6, 8);
  memcpy(copy.host, r.host, sizeof(float) * 30);
  int status = layers_twice(NULL, a.device, b.device, 3, r.device, copy.device);
  compare("twice", status, r);
  compare("its copy", status, copy);
}

static void call_calls(void) {
  Array a = array(4 * 8), b = array(8 * 8), r = array(4 * 8);
  float once[32] = {0};
  memset(r.host, 0, sizeof once);
  product(a.host, b.host, once, 4, 8, 8);
  product(once, b.host, r.host, 4, 8, 8);
  compare("calls", layers_calls(NULL, a.device, b.device, r.device), r);
}

static void call_weights(void) {
  Array x = array(9 * 8), r = array(9 * 6);
  float w[8 * 6];
  for (int i = 0; i < 8 * 6; i++)
    w[i] = (float)((i / 6 * 3 + i % 6 * 5) % 7 - 3);
  for (int i = 0; i < 9 * 6; i++)
    r.host[i] = 3;
  product(x.host, w, r.host, 9, 6, 8);
  compare("weights", layers_weights(NULL, x.device, r.device), r);
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) {
    int status = layers_load();
    printf("status %d: %s\n", status, layers_status_text(status));
    return 0;
  }
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver)
    return 2;
  *(void **)&allocate = dlsym(driver, "cuMemAlloc_v2");
  *(void **)&upload = dlsym(driver, "cuMemcpyHtoD_v2");
  *(void **)&download = dlsym(driver, "cuMemcpyDtoH_v2");
  call_two();
  call_add();
  call_twice();
  call_calls();
  call_weights();
  printf("%d errors, %s\n", errors,
         strcmp(layers_version(), LAYERS_VERSION) ? "another version" : "its version");
  return errors != 0;
}

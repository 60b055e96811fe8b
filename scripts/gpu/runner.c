// Checks and times the kernels of a pack (scripts/gpu/prepare) on a GPU, through NVIDIA's driver, which is looked up when
// it runs: nothing of CUDA is needed to build it.
//
//     runner PACK ROWS SECONDS
//
// PACK is the unpacked folder, whose manifest is described in prepare. Rows (docs/reference/dataset.md) are added to ROWS, one for each kernel that has
// none yet, as it is measured. Exit code 0: all kernels have rows; 3: the time is over; 4: a kernel broke the context, and the next run goes on behind it;
// 1 and a line: anything else.
//
// A kernel is run once on small integers, of which every sum is exact. Some results are compared with sums of this processor, and all of them with those
// of the first kernel of the workload that was right. Then it is timed by events, each time after L2 was overwritten.
#define _GNU_SOURCE
#include "manifest.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LEAST_RUNS = 5, MOST_RUNS = 15, ANCHORS = 50, LATE_SECONDS = 20, LATE_SHARE = 500 };

// Field, symbol, parameters: as in the CUDA Driver API Reference Manual; all return 0 or an error.
#define FUNCTIONS(X)                                                                                                             \
  X(init, "cuInit", (unsigned flags))                                                                                            \
  X(get_device, "cuDeviceGet", (int *out_device, int number))                                                                    \
  X(get_name, "cuDeviceGetName", (char *out_name, int size, int device))                                                         \
  X(get_number, "cuDeviceGetAttribute", (int *out_value, int attribute, int device))                                             \
  X(get_version, "cuDriverGetVersion", (int *out_version))                                                                       \
  X(retain, "cuDevicePrimaryCtxRetain", (void **out_context, int device))                                                        \
  X(enter, "cuCtxSetCurrent", (void *context))                                                                                   \
  X(wait, "cuCtxSynchronize", (void))                                                                                            \
  X(allocate, "cuMemAlloc_v2", (uint64_t *out_address, size_t bytes))                                                            \
  X(release, "cuMemFree_v2", (uint64_t address))                                                                                 \
  X(upload, "cuMemcpyHtoD_v2", (uint64_t to, const void *from, size_t bytes))                                                    \
  X(download, "cuMemcpyDtoH_v2", (void *to, uint64_t from, size_t bytes))                                                        \
  X(fill, "cuMemsetD32Async", (uint64_t to, unsigned value, size_t count, void *stream))                                         \
  X(load, "cuModuleLoadData", (void **out_module, const void *image))                                                            \
  X(unload, "cuModuleUnload", (void *module))                                                                                    \
  X(get_function, "cuModuleGetFunction", (void **out_function, void *module, const char *name))                                  \
  X(set_attribute, "cuFuncSetAttribute", (void *function, int attribute, int value))                                             \
  X(get_attribute, "cuFuncGetAttribute", (int *out_value, int attribute, void *function))                                        \
  X(launch, "cuLaunchKernel",                                                                                                    \
    (void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream, \
     void **parameters, void **extra))                                                                                           \
  X(make_event, "cuEventCreate", (void **out_event, unsigned flags))                                                             \
  X(record, "cuEventRecord", (void *event, void *stream))                                                                        \
  X(wait_event, "cuEventSynchronize", (void *event))                                                                             \
  X(elapsed, "cuEventElapsedTime", (float *out_milliseconds, void *start, void *end))

// Attributes of devices: compute capability, multiprocessors, clock in kHz, bytes of L2; and of functions.
enum { NUMBERS = 5, FUNCTION_LOCAL_BYTES = 3, FUNCTION_REGISTERS = 4, FUNCTION_DYNAMIC_SHARED_BYTES = 8 };
static const int attributes[NUMBERS] = {75, 76, 16, 13, 38};

typedef struct Driver {
#define X(field, symbol, parameters) int(*field) parameters;
  FUNCTIONS(X)
#undef X
} Driver;

typedef struct MapBytes {
  _Alignas(64) char bytes[128];
} MapBytes;

static Driver driver;
// Since CUDA 12; NULL before.
static int (*encode)(void *out_map, int type, uint32_t rank, void *address, const uint64_t *sizes, const uint64_t *strides, const uint32_t *boxes,
                     const uint32_t *element_strides, int interleave, int swizzle, int promotion, int fill);
static void *events[2];
static uint64_t flushed;
static size_t flush_words;
static FILE *rows;
static char *done_text; // the rows that were there
static double deadline, all_seconds;
static const char *current = ""; // the beginning of the row at hand

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void check(const char *what, int error) {
  if (error)
    stop(what, error);
}
// --- the device

static void open_driver(void) {
  void *handle = dlopen("libcuda.so.1", RTLD_NOW), *context;
  int device, version = 0, numbers[NUMBERS] = {0};
  char name[128] = "";
  if (!handle)
    stop("libcuda.so.1 of NVIDIA's driver cannot be loaded", 0);
#define X(field, symbol, parameters)                                                                                             \
  if (!(*(void **)&driver.field = dlsym(handle, symbol)))                                                                        \
    stop(symbol " is not in the driver", 0);
  FUNCTIONS(X)
#undef X
  *(void **)&encode = dlsym(handle, "cuTensorMapEncodeTiled");
  check("no GPU is found", driver.init(0));
  check("no GPU is found", driver.get_device(&device, 0));
  check("the GPU has no context", driver.retain(&context, device));
  check("the GPU has no context", driver.enter(context));
  driver.get_name(name, sizeof name, device);
  driver.get_version(&version);
  for (int n = 0; n < NUMBERS; n++)
    driver.get_number(&numbers[n], attributes[n], device);
  flush_words = (size_t)(2 * (int64_t)(numbers[4] > 0 ? numbers[4] : 64 << 20) / 4);
  check("no memory for the flush of L2", driver.allocate(&flushed, 4 * flush_words));
  check("no events", driver.make_event(&events[0], 0) | driver.make_event(&events[1], 0));
  if (ftell(rows) == 0)
    fprintf(rows, "# card=%s capability=%d.%d multiprocessors=%d clock_khz=%d l2_bytes=%d driver=%d\n"
                  "#workload\torigin\tverdict\tseconds\tregisters\tlocal_bytes\tabout\n",
            name, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], version);
}

// --- workloads

static int64_t place(const Workload *work, const int64_t *index, int operand) {
  int64_t at = 0;
  for (int l = 0; l < work->letters; l++)
    at += index[l] * work->stride[l][operand];
  return at;
}

static void next_term(const Workload *work, int64_t *index, bool *is_last) {
  *is_last = true;
  for (int l = work->letters - 1; l >= 0 && *is_last; l--)
    if (work->is_reduction[l]) {
      index[l] = index[l] + 1 < work->size[l] ? index[l] + 1 : 0;
      *is_last = index[l] == 0;
    }
}

// Results at places that are spread evenly, the last one among them.
static void expect(Workload *work) {
  for (int s = 0; s < SAMPLES; s++) {
    int64_t index[MAX_LETTERS] = {0};
    double sum = 0;
    for (int l = 0; l < work->letters; l++)
      if (!work->is_reduction[l])
        index[l] = s == SAMPLES - 1 ? work->size[l] - 1 : (int64_t)((uint32_t)(s * (2 * l + 3)) * 2654435761u % (uint64_t)work->size[l]);
    work->at[s] = place(work, index, 2);
    for (bool is_last = false; !is_last; next_term(work, index, &is_last))
      sum += small_integer(place(work, index, 0), 0) * small_integer(place(work, index, 1), 1);
    work->expected[s] = element_bits(work->type[2], sum);
  }
}

// Of an operand, in whole words.
static size_t bytes_of(const Workload *work, int operand) {
  return ((size_t)work->elements[operand] * element_kinds[work->type[operand]].bytes + 3) / 4 * 4;
}

static void open_workload(Workload *work) {
  for (int o = 0; o < OPERANDS; o++) {
    size_t bytes = bytes_of(work, o);
    work->host[o] = calloc(1, bytes);
    if (!work->host[o])
      stop("no memory on the host", 0);
    for (int64_t i = 0; i < work->elements[o]; i++)
      store_element(work->type[o], work->host[o], i, small_integer(i, o));
    check("no memory on the GPU", driver.allocate(&work->device[o], bytes));
    check("cannot write to the GPU", driver.upload(work->device[o], work->host[o], bytes));
  }
  expect(work);
}

static void close_workload(Workload *work) {
  for (int o = 0; o < OPERANDS; o++) {
    free(work->host[o]);
    if (work->device[o])
      driver.release(work->device[o]);
  }
  *work = (Workload){.letters = 0};
}

// --- one kernel

static void write_row(const char *verdict, const double *seconds, int runs, int registers, int local, const char *about) {
  alarm(0); // it is over
  fprintf(rows, "%s\t%s\t", current, verdict);
  for (int r = 0; r < runs; r++)
    fprintf(rows, "%s%.4e", r > 0 ? "," : "", seconds[r]);
  fprintf(rows, "\t%d\t%d\t%s\n", registers, local, about);
  fflush(rows);
}

static const char *late_about = "";

static void on_alarm(int signal) {
  (void)signal;
  write_row("late", NULL, 0, 0, 0, late_about);
  _exit(4);
}

static int launch(const Workload *work, const Kernel *kernel, void *function) {
  uint64_t addresses[MOST_OPERANDS];
  void *parameters[MOST_OPERANDS];
  MapBytes maps[MOST_MAPS];
  for (int o = 0; o < kernel->operand_count; o++) {
    addresses[o] = work->device[kernel->operands[o]];
    parameters[o] = &addresses[o];
  }
  for (int m = 0; m < kernel->map_count; m++) {
    const Map *map = &kernel->maps[m];
    const uint32_t ones[MAP_RANK] = {1, 1, 1, 1, 1};
    int error = encode ? encode(&maps[m], map->type, (uint32_t)map->rank, (void *)(uintptr_t)addresses[map->operand], map->size, map->stride + 1, map->box,
                                ones, 0, map->swizzle, 2, 0) // whole elements, lines of 128 bytes to L2, zeros beyond the sizes
                       : 1;
    if (error)
      return error;
    parameters[map->operand] = &maps[m];
  }
  const unsigned *sizes = kernel->sizes;
  return driver.launch(function, sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], kernel->shared, NULL, parameters, NULL);
}

static bool is_right(Workload *work) {
  uint64_t hash = 0xcbf29ce484222325u;
  if (driver.download(work->host[2], work->device[2], bytes_of(work, 2)))
    return false;
  for (int s = 0; s < SAMPLES; s++)
    if (load_element(work->type[2], work->host[2], work->at[s]) != work->expected[s])
      return false;
  for (int64_t i = 0; i < work->elements[2]; i++)
    hash = (hash ^ load_element(work->type[2], work->host[2], i)) * 0x100000001b3u;
  if (!work->hash)
    work->hash = hash | 1;
  return work->hash == (hash | 1);
}

// Returns how many times there are; negative: an error of the driver.
static int time_runs(const Workload *work, const Kernel *kernel, void *function, double *seconds) {
  int runs = 0;
  for (double spent = 0; runs < MOST_RUNS && (runs < LEAST_RUNS || spent < 0.02); runs++) {
    float milliseconds = 0;
    int error = driver.fill(flushed, (unsigned)runs, flush_words, NULL) | driver.record(events[0], NULL) |
                launch(work, kernel, function) | driver.record(events[1], NULL) | driver.wait_event(events[1]) |
                driver.elapsed(&milliseconds, events[0], events[1]);
    if (error)
      return -1;
    seconds[runs] = 1e-3 * milliseconds;
    spent += seconds[runs];
  }
  return runs;
}

static char *read_file(const char *folder, const char *name) {
  char path[4096];
  long size = -1;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (file && fseek(file, 0, SEEK_END) == 0)
    size = ftell(file);
  char *bytes = size >= 0 ? calloc(1, (size_t)size + 1) : NULL;
  if (!bytes || (rewind(file), fread(bytes, 1, (size_t)size, file) != (size_t)size))
    stop(path, 0);
  fclose(file);
  return bytes;
}

static void measure(const char *folder, Workload *work, const Kernel *kernel) {
  void *module = NULL, *function = NULL;
  double seconds[MOST_RUNS];
  int registers = 0, local = 0, runs = 0;
  char *image = read_file(folder, kernel->file);
  late_about = kernel->about;
  alarm((unsigned)(all_seconds > LATE_SHARE * LATE_SECONDS ? all_seconds / LATE_SHARE : LATE_SECONDS));
  int error = driver.load(&module, image);
  if (!error)
    error = driver.get_function(&function, module, kernel->symbol);
  free(image);
  if (!error && kernel->shared > 0)
    error = driver.set_attribute(function, FUNCTION_DYNAMIC_SHARED_BYTES, (int)kernel->shared);
  if (error) { // of the image alone: the context goes on
    write_row("no kernel", NULL, 0, 0, 0, kernel->about);
    return;
  }
  driver.get_attribute(&registers, FUNCTION_REGISTERS, function);
  driver.get_attribute(&local, FUNCTION_LOCAL_BYTES, function);
  error = driver.fill(work->device[2], NO_ELEMENTS, bytes_of(work, 2) / 4, NULL) | launch(work, kernel, function) | driver.wait();
  bool is_wrong = !error && !is_right(work);
  if (!error && !is_wrong)
    runs = time_runs(work, kernel, function, seconds);
  write_row(error || runs < 0 ? "failed" : is_wrong ? "wrong" : "ok", seconds, runs < 0 ? 0 : runs, registers, local, kernel->about);
  if (error || runs < 0)
    exit(4);
  driver.unload(module);
}

// --- the manifest

static bool is_done(const char *beginning, const char *about) {
  size_t size = strlen(beginning), more = strlen(about);
  for (const char *line = done_text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
    size_t length = strcspn(line, "\n");
    if (length > size + more && !strncmp(line, beginning, size) && line[size] == '\t' && !strncmp(line + length - more, about, more))
      return true;
  }
  return false;
}

// All kernels of the manifest, or under the origin `anchor` the first one of each of its first workloads. False: the time is over.
static bool run_manifest(const char *folder, const char *anchor) {
  Workload work = {.letters = 0};
  char *text = read_file(folder, "manifest"), *rest = NULL, beginning[256];
  int anchors = 0;
  bool is_open = false, is_over = false, is_first = false;
  for (char *line = strtok_r(text, "\n", &rest); line && !is_over; line = strtok_r(NULL, "\n", &rest)) {
    Kernel kernel = {.operand_count = 0};
    if (line[0] == 'W') {
      close_workload(&work);
      read_workload(line, &work);
      is_open = false;
      is_first = true;
    } else if (line[0] == 'K' && (!anchor || (is_first && anchors++ < ANCHORS))) {
      if (work.letters == 0)
        stop_at(line);
      read_kernel(line, &kernel);
      is_first = false;
      snprintf(beginning, sizeof beginning, "%s\t%s", work.name, anchor ? anchor : kernel.origin);
      if (is_done(beginning, kernel.about))
        continue;
      if ((is_over = now() > deadline))
        break;
      if (!is_open)
        open_workload(&work);
      is_open = true;
      current = beginning;
      measure(folder, &work, &kernel);
    }
  }
  close_workload(&work);
  free(text);
  return !is_over;
}

int main(int argc, char **argv) {
  if (argc != 4)
    stop("usage: runner PACK ROWS SECONDS", 0);
  deadline = now() + (all_seconds = atof(argv[3]));
  rows = fopen(argv[2], "a+");
  if (!rows || fseek(rows, 0, SEEK_END))
    stop("cannot write the rows", 0);
  char *slash = strrchr(argv[2], '/');
  done_text = slash ? (*slash = 0, read_file(argv[2], slash + 1)) : read_file(".", argv[2]);
  signal(SIGALRM, on_alarm);
  open_driver();
  bool is_whole = run_manifest(argv[1], "anchor") && run_manifest(argv[1], NULL) && run_manifest(argv[1], "again");
  return is_whole ? 0 : 3;
}

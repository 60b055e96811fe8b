// Launcher: the part of every library for a GPU that is not compiled from the model. It is compiled
// by itself, for the host, and its object goes into each library (launcher_object.h), where its
// functions are weak: several libraries in one program share them.
//
// Kernels are loaded into a context when a function is first called while that is current, and stay
// until it ends. Nothing waits for the device.
#include "tools/compile/device/cuda_driver.h"
#include "tools/compile/launch_table.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define SHARED __attribute__((weak, visibility("hidden")))

// The kernels of a library in one context.
typedef struct Loaded {
  struct Loaded *next;
  void *context;
  unsigned long long id; // 0: the driver gives none
  void *functions[];     // by image
} Loaded;

typedef struct State {
  pthread_mutex_t lock; // zeros are PTHREAD_MUTEX_INITIALIZER
  Loaded *first;
} State;

_Static_assert(sizeof(State) <= sizeof(LaunchState), "a library has no room for the state");

static CudaDriver driver;
static DeviceStatus driver_status = DEVICE_STATUS_NO_DRIVER;

static void find_driver(void) {
  void *handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return;
#define X(field, symbol, parameters)                                                               \
  *(void **)&driver.field = dlsym(handle, symbol);                                                 \
  if (!driver.field)                                                                               \
    return;
  CUDA_FUNCTIONS(X)
#undef X
  *(void **)&driver.context_id = dlsym(handle, "cuCtxGetId");
  driver_status = driver.init(0) == CUDA_OK ? DEVICE_STATUS_OK : DEVICE_STATUS_NO_CONTEXT;
}

static DeviceStatus status_of(int result) {
  switch (result) {
  case CUDA_OK:
    return DEVICE_STATUS_OK;
  case CUDA_OUT_OF_MEMORY:
    return DEVICE_STATUS_NO_MEMORY;
  case CUDA_INVALID_CONTEXT:
    return DEVICE_STATUS_NO_CONTEXT;
  case CUDA_NO_BINARY_FOR_GPU:
  case CUDA_INVALID_PTX:
  case CUDA_UNSUPPORTED_PTX_VERSION:
    return DEVICE_STATUS_WRONG_DEVICE;
  default:
    return DEVICE_STATUS_DRIVER_FAILED;
  }
}

// --- kernels of a context

static DeviceStatus load_image(const LaunchImage *image, void **out_module, void **out_function) {
  int result = driver.load(out_module, image->bytes);
  if (result != CUDA_OK)
    return status_of(result);
  result = driver.get_function(out_function, *out_module, image->kernel);
  if (result == CUDA_OK && image->shared_bytes > 0)
    result =
        driver.set_attribute(*out_function, CUDA_MAX_DYNAMIC_SHARED_BYTES, image->shared_bytes);
  if (result != CUDA_OK)
    driver.unload(*out_module);
  return status_of(result);
}

// All images or none.
static DeviceStatus load_all(const LaunchLibrary *library, void **modules, void **functions) {
  DeviceStatus status = DEVICE_STATUS_OK;
  int count = 0;
  for (; count < library->image_count && status == DEVICE_STATUS_OK; count++)
    status = load_image(&library->images[count], &modules[count], &functions[count]);
  for (int i = 0; status != DEVICE_STATUS_OK && i < count - 1; i++)
    driver.unload(modules[i]);
  return status;
}

static Loaded *load_for(const LaunchLibrary *library, DeviceStatus *out_status) {
  size_t count = (size_t)library->image_count;
  Loaded *made = calloc(1, sizeof *made + count * sizeof *made->functions);
  void **modules = calloc(count + 1, sizeof *modules);
  *out_status =
      made && modules ? load_all(library, modules, made->functions) : DEVICE_STATUS_NO_MEMORY;
  free(modules);
  if (*out_status == DEVICE_STATUS_OK)
    return made;
  free(made);
  return NULL;
}

static DeviceStatus find_loaded(const LaunchLibrary *library, void *context, Loaded **out_loaded) {
  State *state = (State *)library->state;
  unsigned long long id = 0;
  if (driver.context_id && driver.context_id(context, &id) != CUDA_OK)
    return DEVICE_STATUS_NO_CONTEXT;
  for (Loaded *loaded = state->first; loaded; loaded = loaded->next)
    if (loaded->context == context && loaded->id == id) {
      *out_loaded = loaded;
      return DEVICE_STATUS_OK;
    }
  DeviceStatus status;
  Loaded *made = load_for(library, &status);
  if (!made)
    return status;
  made->context = context;
  made->id = id;
  made->next = state->first;
  state->first = made;
  *out_loaded = made;
  return DEVICE_STATUS_OK;
}

static DeviceStatus load(const LaunchLibrary *library, Loaded **out_loaded) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  State *state = (State *)library->state;
  void *context = NULL;
  pthread_once(&once, find_driver);
  if (driver_status != DEVICE_STATUS_OK)
    return driver_status;
  if (driver.get_context(&context) != CUDA_OK || !context)
    return DEVICE_STATUS_NO_CONTEXT;
  pthread_mutex_lock(&state->lock);
  DeviceStatus status = find_loaded(library, context, out_loaded);
  pthread_mutex_unlock(&state->lock);
  return status;
}

SHARED int autotune_launcher_load(const LaunchLibrary *library) {
  Loaded *loaded;
  return load(library, &loaded);
}

// --- a call

static uint64_t buffer_address(const LaunchOperand *operand, uint64_t workspace,
                               void *const *values) {
  uint64_t start =
      operand->parameter == LAUNCH_WORKSPACE ? workspace : *(uint64_t *)values[operand->parameter];
  return start + (uint64_t)operand->offset;
}

static int launch(const LaunchFunction *function, const LaunchStep *step, void *kernel,
                  void *stream, uint64_t workspace, void *const *values) {
  uint64_t words[LAUNCH_MAX_OPERANDS];
  void *parameters[LAUNCH_MAX_OPERANDS];
  for (int i = 0; i < step->operand_count; i++) {
    const LaunchOperand *operand = &step->operands[i];
    bool is_scalar =
        operand->parameter >= 0 && function->kinds[operand->parameter] == LAUNCH_SCALAR;
    if (operand->parameter == LAUNCH_CONSTANT)
      words[i] = (uint64_t)operand->offset;
    else if (!is_scalar)
      words[i] = buffer_address(operand, workspace, values);
    parameters[i] = is_scalar ? values[operand->parameter] : &words[i];
  }
  return driver.launch(kernel, (unsigned)step->grid[0], (unsigned)step->grid[1],
                       (unsigned)step->grid[2], (unsigned)step->block[0], (unsigned)step->block[1],
                       (unsigned)step->block[2], (unsigned)step->shared_bytes, stream, parameters,
                       NULL);
}

static DeviceStatus run_steps(const LaunchFunction *function, const Loaded *loaded, void *stream,
                              uint64_t workspace, void *const *values) {
  int result = CUDA_OK;
  for (int i = 0; i < function->step_count && result == CUDA_OK; i++) {
    const LaunchStep *step = &function->steps[i];
    result =
        step->kernel == LAUNCH_COPY
            ? driver.copy(buffer_address(&step->operands[1], workspace, values),
                          buffer_address(&step->operands[0], workspace, values),
                          (size_t)step->bytes, stream)
            : launch(function, step, loaded->functions[step->kernel], stream, workspace, values);
  }
  return status_of(result);
}

static DeviceStatus check_values(const LaunchFunction *function, void *const *values) {
  for (int i = 0; i < function->parameter_count; i++) {
    uint64_t address = function->kinds[i] == LAUNCH_BUFFER ? *(uint64_t *)values[i] : 16;
    if (address == 0)
      return DEVICE_STATUS_NULL_ARGUMENT;
    if (address % LAUNCH_ALIGNMENT != 0)
      return DEVICE_STATUS_UNALIGNED;
  }
  return DEVICE_STATUS_OK;
}

SHARED int autotune_launcher_run_in(const LaunchFunction *function, void *stream, void *workspace,
                                    void *const *values) {
  Loaded *loaded;
  uint64_t address = (uint64_t)(uintptr_t)workspace;
  DeviceStatus status = check_values(function, values);
  if (status == DEVICE_STATUS_OK && function->workspace_bytes > 0 &&
      (address == 0 || address % LAUNCH_WORKSPACE_ALIGNMENT != 0))
    status = DEVICE_STATUS_BAD_WORKSPACE;
  if (status == DEVICE_STATUS_OK)
    status = load(function->library, &loaded);
  return status == DEVICE_STATUS_OK ? run_steps(function, loaded, stream, address, values) : status;
}

SHARED int autotune_launcher_run(const LaunchFunction *function, void *stream,
                                 void *const *values) {
  Loaded *loaded;
  uint64_t workspace = 0;
  DeviceStatus status = check_values(function, values);
  if (status == DEVICE_STATUS_OK)
    status = load(function->library, &loaded);
  if (status == DEVICE_STATUS_OK && function->workspace_bytes > 0)
    status = status_of(driver.allocate(&workspace, (size_t)function->workspace_bytes, stream));
  if (status != DEVICE_STATUS_OK)
    return status;
  status = run_steps(function, loaded, stream, workspace, values);
  if (workspace) { // freed once the stream has come so far
    int result = driver.release(workspace, stream);
    status = status == DEVICE_STATUS_OK ? status_of(result) : status;
  }
  return status;
}

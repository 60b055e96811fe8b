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
  uint64_t weights;      // address of the constant tensors; 0: there are none
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
  *(void **)&driver.encode = dlsym(handle, "cuTensorMapEncodeTiled");
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

static DeviceStatus load_weights(const LaunchLibrary *library, uint64_t *out_address) {
  if (library->weight_count == 0)
    return DEVICE_STATUS_OK;
  int result = driver.keep(out_address, (size_t)library->weight_bytes);
  if (result != CUDA_OK)
    return status_of(result);
  for (int i = 0; i < library->weight_count && result == CUDA_OK; i++) {
    const LaunchWeight *weight = &library->weights[i];
    result =
        driver.upload(*out_address + (uint64_t)weight->offset, weight->bytes, (size_t)weight->size);
  }
  if (result != CUDA_OK)
    driver.drop(*out_address);
  return status_of(result);
}

static DeviceStatus load_both(const LaunchLibrary *library, void **modules, Loaded *loaded) {
  DeviceStatus status = load_all(library, modules, loaded->functions);
  if (status != DEVICE_STATUS_OK)
    return status;
  status = load_weights(library, &loaded->weights);
  for (int i = 0; status != DEVICE_STATUS_OK && i < library->image_count; i++)
    driver.unload(modules[i]);
  return status;
}

static Loaded *load_for(const LaunchLibrary *library, DeviceStatus *out_status) {
  size_t count = (size_t)library->image_count;
  Loaded *made = calloc(1, sizeof *made + count * sizeof *made->functions);
  void **modules = calloc(count + 1, sizeof *modules);
  *out_status = made && modules ? load_both(library, modules, made) : DEVICE_STATUS_NO_MEMORY;
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

// What the steps of a call refer to.
typedef struct Call {
  const LaunchFunction *function;
  const Loaded *loaded;
  void *stream;
  uint64_t workspace;
  void *const *values;
  int64_t *numbers;      // owned
  uint64_t *temporaries; // owned: addresses, 0 of what has no bytes
} Call;

static int64_t compute(const LaunchNumber *number, const int64_t *numbers, void *const *values) {
  int64_t left = numbers[number->left], right = numbers[number->right], result;
  switch (number->operation) {
  case LAUNCH_LITERAL:
    return number->value;
  case LAUNCH_SIZE:
    return *(int64_t *)values[number->value];
  case LAUNCH_ADD:
    return __builtin_add_overflow(left, right, &result) ? INT64_MAX : result;
  case LAUNCH_MULTIPLY:
    return __builtin_mul_overflow(left, right, &result) ? INT64_MAX : result;
  case LAUNCH_DIVIDE:
    return right > 0 ? left / right : 0;
  case LAUNCH_REMAINDER:
    return right > 0 ? left % right : 0;
  case LAUNCH_LARGER:
    return left > right ? left : right;
  default:
    return left < right ? left : right;
  }
}

// Sizes first, of which none is negative; then what follows from them.
static DeviceStatus compute_numbers(Call *call) {
  const LaunchFunction *function = call->function;
  for (int n = 0; n < function->number_count; n++) {
    const LaunchNumber *number = &function->numbers[n];
    call->numbers[n] = compute(number, call->numbers, call->values);
    if (call->numbers[n] < 0)
      return DEVICE_STATUS_BAD_SIZE;
  }
  return DEVICE_STATUS_OK;
}

static uint64_t buffer_address(const Call *call, const LaunchOperand *operand) {
  uint64_t start = operand->parameter == LAUNCH_WORKSPACE   ? call->workspace
                   : operand->parameter == LAUNCH_TEMPORARY ? call->temporaries[operand->index]
                   : operand->parameter == LAUNCH_WEIGHT
                       ? call->loaded->weights
                       : *(uint64_t *)call->values[operand->parameter];
  return start + (uint64_t)operand->offset;
}

typedef struct TensorMap {
  _Alignas(64) char bytes[128];
} TensorMap;

// Whole elements, swizzled, zeros beyond the sizes, by lines of 128 bytes from memory to L2.
static int encode_map(const LaunchMap *map, uint64_t address, TensorMap *out_map) {
  enum { EVERY_ELEMENT = 1, NO_INTERLEAVE = 0, PROMOTE_128 = 2, ZEROS = 0 };
  uint32_t steps[LAUNCH_MAP_RANK];
  for (int d = 0; d < LAUNCH_MAP_RANK; d++)
    steps[d] = EVERY_ELEMENT;
  if (!driver.encode)
    return CUDA_UNSUPPORTED_PTX_VERSION;
  return driver.encode(out_map, map->type, (uint32_t)map->rank, (void *)(uintptr_t)address,
                       map->sizes, map->strides + 1, map->boxes, steps, NO_INTERLEAVE, map->swizzle,
                       PROMOTE_128, ZEROS);
}

static int launch(const Call *call, const LaunchStep *step) {
  TensorMap maps[LAUNCH_MAX_MAPS];
  uint64_t words[LAUNCH_MAX_OPERANDS];
  void *parameters[LAUNCH_MAX_OPERANDS];
  for (int i = 0; i < step->operand_count; i++) {
    const LaunchOperand *operand = &step->operands[i];
    bool is_scalar =
        operand->parameter >= 0 && call->function->kinds[operand->parameter] == LAUNCH_SCALAR;
    if (operand->parameter == LAUNCH_CONSTANT)
      words[i] = (uint64_t)operand->offset;
    else if (operand->parameter == LAUNCH_NUMBER)
      words[i] = (uint64_t)call->numbers[operand->index];
    else if (!is_scalar)
      words[i] = buffer_address(call, operand);
    parameters[i] = is_scalar ? call->values[operand->parameter] : &words[i];
  }
  int64_t blocks = step->number < 0 ? step->grid[0] : call->numbers[step->number];
  if (blocks == 0)
    return CUDA_OK;
  for (int m = 0; m < step->map_count; m++) {
    int operand = step->maps[m].operand,
        result = encode_map(&step->maps[m], words[operand], &maps[m]);
    if (result != CUDA_OK)
      return result;
    parameters[operand] = &maps[m];
  }
  return driver.launch(call->loaded->functions[step->kernel], (unsigned)blocks,
                       (unsigned)step->grid[1], (unsigned)step->grid[2], (unsigned)step->block[0],
                       (unsigned)step->block[1], (unsigned)step->block[2],
                       (unsigned)step->shared_bytes, call->stream, parameters, NULL);
}

static int copy(const Call *call, const LaunchStep *step) {
  int64_t bytes = step->number < 0 ? step->bytes : call->numbers[step->number];
  if (bytes == 0)
    return CUDA_OK;
  return driver.copy(buffer_address(call, &step->operands[1]),
                     buffer_address(call, &step->operands[0]), (size_t)bytes, call->stream);
}

static DeviceStatus run_steps(const Call *call) {
  int result = CUDA_OK;
  for (int i = 0; i < call->function->step_count && result == CUDA_OK; i++) {
    const LaunchStep *step = &call->function->steps[i];
    result = step->kernel == LAUNCH_COPY ? copy(call, step) : launch(call, step);
  }
  return status_of(result);
}

static DeviceStatus check_values(const Call *call) {
  const LaunchFunction *function = call->function;
  int parameters = function->parameter_count;
  for (int i = 0; i < parameters + function->temporary_count; i++) {
    int64_t elements = function->elements[i] < 0 ? 1 : call->numbers[function->elements[i]];
    bool is_read = i < parameters && function->kinds[i] == LAUNCH_BUFFER && elements > 0;
    uint64_t address = is_read ? *(uint64_t *)call->values[i] : LAUNCH_ALIGNMENT;
    if (elements > INT32_MAX)
      return DEVICE_STATUS_BAD_SIZE;
    if (address == 0)
      return DEVICE_STATUS_NULL_ARGUMENT;
    if (address % LAUNCH_ALIGNMENT != 0)
      return DEVICE_STATUS_UNALIGNED;
  }
  return DEVICE_STATUS_OK;
}

// --- temporary buffers whose size the call knows, freed once the stream has come so far

static DeviceStatus release_temporaries(const Call *call) {
  DeviceStatus status = DEVICE_STATUS_OK;
  for (int t = 0; t < call->function->temporary_count; t++)
    if (call->temporaries[t]) {
      int result = driver.release(call->temporaries[t], call->stream);
      status = status == DEVICE_STATUS_OK ? status_of(result) : status;
    }
  return status;
}

static DeviceStatus allocate_temporaries(const Call *call) {
  DeviceStatus status = DEVICE_STATUS_OK;
  for (int t = 0; t < call->function->temporary_count && status == DEVICE_STATUS_OK; t++) {
    int64_t bytes = call->numbers[call->function->temporary[t]];
    if (bytes > 0)
      status = status_of(driver.allocate(&call->temporaries[t], (size_t)bytes, call->stream));
  }
  if (status != DEVICE_STATUS_OK)
    release_temporaries(call);
  return status;
}

// --- the whole

// What a call refers to, without its workspace; end_call in any case.
static DeviceStatus begin_call(const LaunchFunction *function, void *stream, void *const *values,
                               Call *call) {
  *call = (Call){.function = function, .stream = stream, .values = values};
  call->numbers = calloc((size_t)function->number_count + 1, sizeof *call->numbers);
  call->temporaries = calloc((size_t)function->temporary_count + 1, sizeof *call->temporaries);
  if (!call->numbers || !call->temporaries)
    return DEVICE_STATUS_NO_MEMORY;
  DeviceStatus status = compute_numbers(call);
  return status == DEVICE_STATUS_OK ? check_values(call) : status;
}

static void end_call(Call *call) {
  free(call->numbers);
  free(call->temporaries);
}

static DeviceStatus load_call(Call *call) {
  Loaded *loaded = NULL;
  DeviceStatus status = load(call->function->library, &loaded);
  call->loaded = loaded;
  return status;
}

static DeviceStatus run(const Call *call) {
  DeviceStatus status = allocate_temporaries(call);
  if (status != DEVICE_STATUS_OK)
    return status;
  status = run_steps(call);
  DeviceStatus released = release_temporaries(call);
  return status == DEVICE_STATUS_OK ? released : status;
}

SHARED int autotune_launcher_run_in(const LaunchFunction *function, void *stream, void *workspace,
                                    void *const *values) {
  Call call;
  DeviceStatus status = begin_call(function, stream, values, &call);
  call.workspace = (uint64_t)(uintptr_t)workspace;
  if (status == DEVICE_STATUS_OK && function->workspace_bytes > 0 &&
      (call.workspace == 0 || call.workspace % LAUNCH_WORKSPACE_ALIGNMENT != 0))
    status = DEVICE_STATUS_BAD_WORKSPACE;
  if (status == DEVICE_STATUS_OK)
    status = load_call(&call);
  if (status == DEVICE_STATUS_OK)
    status = run(&call);
  end_call(&call);
  return status;
}

SHARED int autotune_launcher_run(const LaunchFunction *function, void *stream,
                                 void *const *values) {
  Call call;
  DeviceStatus status = begin_call(function, stream, values, &call);
  if (status == DEVICE_STATUS_OK)
    status = load_call(&call);
  if (status == DEVICE_STATUS_OK && function->workspace_bytes > 0)
    status = status_of(driver.allocate(&call.workspace, (size_t)function->workspace_bytes, stream));
  if (status == DEVICE_STATUS_OK)
    status = run(&call);
  if (call.workspace) { // freed once the stream has come so far
    int result = driver.release(call.workspace, stream);
    status = status == DEVICE_STATUS_OK ? status_of(result) : status;
  }
  end_call(&call);
  return status;
}

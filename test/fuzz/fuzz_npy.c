// npy_parse: an array of NumPy.
#include "records/npy.h"
#include "test/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  NpyArray array, again;
  char header[NPY_HEADER_BYTES];
  if (npy_parse("npy", bytes, size, &array) != STATUS_OK)
    return 0;
  size_t length = npy_header(&array, header), values = npy_bytes(&array);
  fuzz_demand(length <= sizeof header && values <= size, "no more bytes than the file has");
  uint8_t *file = malloc(length + values);
  fuzz_demand(file != NULL, "memory");
  memcpy(file, header, length);
  memcpy(file + length, array.values, values);
  fuzz_demand(npy_parse("again", file, length + values, &again) == STATUS_OK,
              "what is written is read");
  fuzz_demand(array.kind == again.kind && array.item_bytes == again.item_bytes &&
                  array.rank == again.rank &&
                  !memcmp(array.shape, again.shape, sizeof array.shape) &&
                  !memcmp(array.values, again.values, values),
              "and is the same");
  free(file);
  npy_destroy(&array);
  npy_destroy(&again);
  return 0;
}

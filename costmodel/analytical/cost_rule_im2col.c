// What the rule "im2col" costs beside its contraction: the patch matrix is written once, run by run
// where pixels are neighbours in the image.
#include "costmodel/analytical/analytical_internal.h"
#include "costmodel/analytical/rule_cost.h"

// The parallel iterator of the last dimension that a window moves over: output pixels are
// neighbours along it.
static int innermost_pixel(const Workload *workload, const Access *image) {
  int pixel = 0;
  for (int d = 0; d < image->rank; d++) {
    int parallel = -1;
    bool reduces = false;
    for (int i = 0; i < workload->iterator_count; i++) {
      if (image->index[d].coefficients[i] == 0)
        continue;
      if (workload->kinds[i] == ITERATOR_PARALLEL)
        parallel = i;
      else
        reduces = true;
    }
    if (parallel >= 0 && reduces)
      pixel = parallel;
  }
  return pixel;
}

double cost_patch_matrix(const Workload *workload, const Workload *contraction,
                         const Target *target) {
  int a = rule_im2col.made_operand(workload);
  const Access *image = &workload->accesses[a], *patches = &contraction->accesses[a];
  int pixel = innermost_pixel(workload, image);
  double element_bytes = (double)element_type_bytes(image->type);
  double elements = 1;
  for (int d = 0; d < patches->rank; d++)
    elements *= (double)patches->shape[d];
  bool by_vectors = access_stride(image, pixel) == 1;
  double work = by_vectors
                    ? elements * element_bytes * 8 / target->vector_bits * PACK_VECTOR_CYCLES +
                          elements / (double)workload->extents[pixel] * PACK_RUN_CYCLES
                    : elements * PACK_SCALAR_CYCLES;
  double bytes = elements * element_bytes;
  double write = bytes / memory_write_bandwidth(target, memory_level_of(target, bytes));
  return (work > write ? work : write) + PACK_CALL_CYCLES;
}

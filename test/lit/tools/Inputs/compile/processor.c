// A library for a processor that has what no other has: nothing runs, and the status says why.
#include "processor.h"

#include <stdio.h>

int main(void) {
  int status = processor_one_scalar(5, 3, NULL);
  printf("status %d: %s\n", status, processor_status_text(status));
  return status != PROCESSOR_WRONG_PROCESSOR;
}

// Which of the proposed partitions is written as the best.
#include "lab/partitions/partition_task.h"

#include "test/unit/base/check.h"

#include <math.h>

static PartitionProposal proposal(double predicted, double measured) {
  return (PartitionProposal){.predicted_seconds = predicted, .measured_seconds = measured};
}

int main(void) {
  PartitionProposal proposals[] = {proposal(1, INFINITY), proposal(4, 0), proposal(3, 0),
                                   proposal(2, INFINITY)};
  // What failed is never the best, however fast it should have been.
  CHECK(partition_proposals_best(proposals, 4) == &proposals[2]);
  CHECK(partition_proposals_best(proposals, 1) == NULL);
  CHECK(partition_proposals_best(proposals, 0) == NULL);
  // What was measured goes before what was not.
  proposals[1].measured_seconds = 9;
  CHECK(partition_proposals_best(proposals, 4) == &proposals[1]);
  proposals[3].measured_seconds = 8;
  CHECK(partition_proposals_best(proposals, 4) == &proposals[3]);
  return check_result();
}

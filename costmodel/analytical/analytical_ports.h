// What straight-line code takes, by the port that is busiest.
#ifndef AUTOTUNE_COSTMODEL_ANALYTICAL_ANALYTICAL_PORTS_H
#define AUTOTUNE_COSTMODEL_ANALYTICAL_ANALYTICAL_PORTS_H

#include "costmodel/analytical/analytical_internal.h"

// Port load of some code, in cycles when that port were the only limit.
typedef struct Ports {
  double slots;    // arithmetic, in slots of the instruction
  double shuffles; // operations
  double loads;    // of the vector width in use
  double stores;
  double ops;  // instructions, for the front end
  double risk; // part that is expected to be lost for want of a register
} Ports;

// Cycles of one execution. `width`: index into the target's arrays by vector width.
static inline double ports_cycles(const Target *target, const Instruction *instruction, int width,
                                  const Ports *ports, double latency, double issue_width) {
  double shuffle_rate = width == 2 ? SHUFFLES_PER_CYCLE / 2 : SHUFFLES_PER_CYCLE;
  const TargetWidth *rates = &target->widths[width];
  double front_end =
      target->issue_width > 0 ? number_min(target->issue_width, issue_width) : issue_width;
  double busy[] = {
      ports->slots / instruction_rate(instruction, target, width) +
          ports->shuffles / shuffle_rate / 2,
      ports->loads / rates->loads_per_cycle,
      ports->stores / rates->stores_per_cycle,
      ports->ops / front_end,
      latency,
  };
  if (target->in_order_issue > 0) { // one waits for the other, and so do both for a store
    busy[0] += busy[1] + busy[2];
    busy[1] = busy[2] = 0;
    busy[3] = ports->ops / number_min(target->in_order_issue, issue_width);
  }
  return overlapped_cycles(busy, sizeof busy / sizeof *busy) * (1 + ports->risk);
}

// Straight-line code beyond the micro-op cache arrives more slowly.
static inline double issue_width(double ops) {
  double width = ISSUE_WIDTH;
  for (double reach = UOP_CACHE_OPS; ops > reach; reach *= 2)
    width *= UOP_CACHE_SLOWDOWN;
  return width;
}

#endif

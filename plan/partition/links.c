// Walks along the edges of the graph.
#include "plan/partition/links.h"

bool links_each_source(const OpGraph *graph, const int *anchor_of, int op, bool only_direct,
                       bool (*visit)(int op, void *user), void *user) {
  for (int e = graph->first_in[op]; e < graph->first_in[op + 1]; e++) {
    int from = graph->inward[e].from;
    if (only_direct && !graph->inward[e].is_direct)
      continue;
    bool goes_on = anchor_of[from] == LINKS_REPEATED
                       ? links_each_source(graph, anchor_of, from, only_direct, visit, user)
                       : visit(from, user);
    if (!goes_on)
      return false;
  }
  return true;
}

bool links_each_reader(const OpGraph *graph, const int *anchor_of, int op, bool only_direct,
                       bool (*visit)(int op, void *user), void *user) {
  for (int e = graph->first_out[op]; e < graph->first_out[op + 1]; e++) {
    int to = graph->edges[e].to;
    if (only_direct && !graph->edges[e].is_direct)
      continue;
    bool goes_on = anchor_of[to] == LINKS_REPEATED
                       ? links_each_reader(graph, anchor_of, to, only_direct, visit, user)
                       : visit(to, user);
    if (!goes_on)
      return false;
  }
  return true;
}

typedef struct Reach {
  const OpGraph *graph;
  const int *anchor_of;
  int group, barrier;
  bool *reached;
} Reach;

static bool reach(int op, void *user) {
  const Reach *walk = user;
  if (walk->anchor_of[op] != walk->group || walk->reached[op] || op == walk->barrier)
    return true;
  walk->reached[op] = true;
  links_each_source(walk->graph, walk->anchor_of, op, true, reach, user);
  links_each_reader(walk->graph, walk->anchor_of, op, true, reach, user);
  return true;
}

void links_reach(const OpGraph *graph, const int *anchor_of, int anchor, int barrier,
                 bool *out_reached) {
  Reach walk = {graph, anchor_of, anchor, barrier, out_reached};
  reach(anchor, &walk);
}

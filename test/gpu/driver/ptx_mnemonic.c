// See ptx_mnemonic.h.
#include "ptx_mnemonic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ptx_read_type(const char *suffix, PtxType *out_type) {
  char *end;
  if (!strcmp(suffix, "pred")) {
    *out_type = (PtxType){'p', 1, false};
    return true;
  }
  if (!strncmp(suffix, "bf16", 4) || !strncmp(suffix, "f16", 3)) {
    const char *rest = strstr(suffix, "16") + 2;
    *out_type = (PtxType){suffix[0] == 'b' ? 'h' : 'f', 16, *rest != 0};
    return !*rest || !strcmp(rest, "x2");
  }
  if (!strcmp(suffix, "tf32")) {
    *out_type = (PtxType){'t', 32, false};
    return true;
  }
  if (!strchr("busf", suffix[0]) || !isdigit((unsigned char)suffix[1]))
    return false;
  *out_type = (PtxType){suffix[0], (int)strtol(suffix + 1, &end, 10), false};
  return *end == 0;
}

static bool find_op(const char *name, PtxOp *out_op) {
  static const char *const names[] = {
#define X(name) #name,
      PTX_OPS(X)
#undef X
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) {
      *out_op = (PtxOp)i;
      return true;
    }
  return false;
}

static void read_suffix(PtxInstruction *instruction, const char *suffix) {
  static const char *const spaces[] = {"global", "shared", "param", "local"};
  static const char *const hows[] = {"lt",  "le",  "gt",  "ge",  "eq",   "ne",   "ltu",  "leu",
                                     "gtu", "geu", "equ", "neu", "nan",  "num",  "wide", "hi",
                                     "lo",  "rzi", "rni", "rmi", "rpi",  "bfly", "down", "up",
                                     "idx", "ls",  "hs",  "NaN", "trans"};
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    if (!strcmp(suffix, spaces[i]) && !instruction->space[0])
      snprintf(instruction->space, sizeof instruction->space, "%s", suffix);
  for (size_t i = 0; i < sizeof hows / sizeof *hows; i++)
    if (!strcmp(suffix, hows[i]))
      snprintf(instruction->how, sizeof instruction->how, "%s", suffix);
}

// Those whose mnemonic says what they are behind the first dot; the first that fits.
static bool find_long_op(const char *text, PtxOp *out_op) {
  static const struct {
    const char *begin, *part;
    PtxOp op;
  } rows[] = {{"wgmma.", "mma_async", PTX_GROUP},
              {"wgmma.", "", PTX_ORDER},
              {"fence.proxy", "", PTX_ORDER},
              {"mbarrier.", ".init", PTX_MAKE},
              {"mbarrier.", ".arrive.expect_tx", PTX_EXPECT},
              {"mbarrier.", ".try_wait.parity", PTX_PHASE},
              {"cp.async.bulk.tensor", "", PTX_BULK},
              {"cp.async", "commit", PTX_COMMIT},
              {"cp.async", "wait", PTX_WAIT},
              {"cp.async", "", PTX_COPY}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strncmp(text, rows[i].begin, strlen(rows[i].begin)) && strstr(text, rows[i].part)) {
      *out_op = rows[i].op;
      return true;
    }
  return false;
}

bool ptx_read_mnemonic(char *text, PtxInstruction *instruction) {
  PtxType type;
  bool is_long = find_long_op(text, &instruction->op);
  char *part = strtok(text, ".");
  if (!is_long && !find_op(part, &instruction->op))
    return false;
  int types = 0;
  for (part = strtok(NULL, "."); part; part = strtok(NULL, "."))
    if (ptx_read_type(part, &type)) {
      if (types == 1 || types == 2)
        instruction->factors[types - 1] = type;
      types++;
      instruction->from = type;
      if (!instruction->type.bits)
        instruction->type = type;
    } else {
      if (!strcmp(part, "wait_all"))
        instruction->how[0] = '0';
      sscanf(part, "m%dn%dk%d", &instruction->rows, &instruction->columns, &instruction->terms);
      read_suffix(instruction, part);
    }
  return true;
}

// KernelSites: pieces of functions, equal ones known as such, each of which becomes a function or a
// call of it.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_KERNEL_SITES_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_KERNEL_SITES_H

#include "transforms/lowering/share/nest.h"
#include "transforms/lowering/share/outline.h"

typedef struct Site {
  Nest nest;
  MlirOperation function;        // around it
  int first;                     // the first site with an equal nest, which may be this one
  int uses;                      // of the first: sites with an equal nest
  uint64_t differing;            // of the first: bit c where their captures c begin elsewhere
  char name[OUTLINE_NAME_BYTES]; // of the first: of the function made of it
} Site;

typedef struct Sites {
  Site *items; // owned
  int count, room;
  int kernels; // functions made so far
} Sites;

// Adds a piece of the func.func. Its text is taken.
void kernel_sites_add(Sites *sites, MlirOperation function, const Nest *nest);

// Makes functions of the pieces that occur twice, and of any in functions for C if
// `is_each_for_c`, out of the first of them in the module; calls take the places of all. Then frees
// the list.
void kernel_sites_replace(Sites *sites, bool is_each_for_c);

#endif

// What transforms/dynamic packs weights with.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_PANELS_H
#define AUTOTUNE_TRANSFORMS_REWRITE_PANELS_H

#include "transforms/dynamic/sized_panels.h"

// k x n weights as n/width x k x width.
SizedPack panels_pack;

#endif

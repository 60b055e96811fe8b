// A program of a package in which everything is in one library.
#include "include/autotune_compile.h"

int main(int argc, char **argv) { return AUTOTUNE_RUN(argc, argv); }

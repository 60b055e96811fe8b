// Autotune for MLIR: the public C API.
//
// For a driver that links libautotune.a. A program that loads the plugin
// (mlir-opt --load-pass-plugin) needs none of this: loading registers everything.
// The library takes MLIR's C++ code from the shared libMLIR and libLLVM of the
// release it was built with; the driver must use the same ones.
#ifndef AUTOTUNE_H
#define AUTOTUNE_H

#ifdef __cplusplus
extern "C" {
#endif

#define AUTOTUNE_EXPORTED __attribute__((visibility("default")))

// Adds the passes `autotune` and `autotune-kernels` and the pipeline
// `autotune-to-llvm` to MLIR's global registry, so that command lines and
// textual pipelines can name them. Call it once, before the command line is
// parsed. The passes register the dialects that they create by themselves.
AUTOTUNE_EXPORTED void autotuneRegisterPasses(void);

// The version of the library, "MAJOR.MINOR.PATCH". Static storage.
AUTOTUNE_EXPORTED const char *autotuneVersion(void);

#ifdef __cplusplus
}
#endif

#endif

# What is linked from outside, as interface targets:
#   autotune_mlir   the C API of MLIR and everything below it
#   autotune_deps   XGBoost, SQLite, zlib, libzip, libffi, Jansson, the C library's parts

# Debian keeps MLIR under its own prefix; any other is found through MLIR_DIR.
find_package(MLIR CONFIG QUIET HINTS /usr/lib/llvm-22)
if(NOT MLIR_FOUND OR NOT LLVM_VERSION_MAJOR MATCHES "^(21|22)$")
  message(FATAL_ERROR "MLIR 22, or 21, was not found. Run scripts/setup, or pass "
                      "-DMLIR_DIR=<prefix>/lib/cmake/mlir.")
endif()
get_filename_component(AUTOTUNE_LLVM_PREFIX "${MLIR_DIR}/../../.." REALPATH)

# LLVM's own linker, where it is there: GNU's reads all symbols of libMLIR and libLLVM for every program, lld only those it looks for.
find_program(AUTOTUNE_LLD ld.lld PATHS ${AUTOTUNE_LLVM_PREFIX}/bin NO_DEFAULT_PATH)
if(AUTOTUNE_LLD)
  get_filename_component(AUTOTUNE_LLD_FOLDER ${AUTOTUNE_LLD} DIRECTORY)
  add_link_options(-B${AUTOTUNE_LLD_FOLDER} -fuse-ld=lld)
endif()

# The C API exists only as static archives, while the C++ code below it must come
# from the shared libraries: a second copy of LLVM in a process that already has one
# registers its options twice and aborts. The exported targets would pull
# the static C++ libraries in, hence the files by path.
file(GLOB AUTOTUNE_MLIR_CAPI ${AUTOTUNE_LLVM_PREFIX}/lib/libMLIRCAPI*.a)
if(NOT AUTOTUNE_MLIR_CAPI)
  message(FATAL_ERROR "No libMLIRCAPI*.a in ${AUTOTUNE_LLVM_PREFIX}/lib. Run scripts/setup.")
endif()
# LLVM may have a prefix of its own, as it has where both come from PyPI.
find_library(AUTOTUNE_LIBMLIR MLIR PATHS ${AUTOTUNE_LLVM_PREFIX}/lib NO_DEFAULT_PATH REQUIRED)
find_library(AUTOTUNE_LIBLLVM LLVM PATHS ${LLVM_LIBRARY_DIRS} NO_DEFAULT_PATH REQUIRED)
# OpenMP's runtime is LLVM's, which PyPI's packages come without.
find_library(AUTOTUNE_LIBOMP omp PATHS ${AUTOTUNE_LLVM_PREFIX}/lib /usr/lib/llvm-22/lib NO_DEFAULT_PATH)
# Where libMLIR has no execution engine, it is a library of its own.
find_library(AUTOTUNE_MLIR_ENGINE MLIRExecutionEngineShared PATHS ${AUTOTUNE_LLVM_PREFIX}/lib NO_DEFAULT_PATH)
add_library(autotune_mlir INTERFACE)
target_include_directories(autotune_mlir SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_link_libraries(autotune_mlir INTERFACE
  -Wl,--start-group ${AUTOTUNE_MLIR_CAPI} -Wl,--end-group
  ${AUTOTUNE_LIBMLIR} $<$<BOOL:${AUTOTUNE_MLIR_ENGINE}>:${AUTOTUNE_MLIR_ENGINE}> ${AUTOTUNE_LIBLLVM})

find_package(Threads REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_library(AUTOTUNE_FFI ffi REQUIRED)
find_library(AUTOTUNE_ZIP zip REQUIRED)
find_library(AUTOTUNE_JANSSON jansson REQUIRED)
find_library(AUTOTUNE_XGBOOST xgboost REQUIRED)
find_package(benchmark REQUIRED)
add_library(autotune_deps INTERFACE)
# A library that no file uses yet stays out of the product.
target_link_options(autotune_deps INTERFACE -Wl,--as-needed)
target_link_libraries(autotune_deps INTERFACE
  ${AUTOTUNE_XGBOOST} SQLite::SQLite3 ZLIB::ZLIB ${AUTOTUNE_ZIP} ${AUTOTUNE_FFI} ${AUTOTUNE_JANSSON} Threads::Threads ${CMAKE_DL_LIBS} m)

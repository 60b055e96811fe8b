# The library that the Python package loads: include/autotune.h and include/autotune_compile.h, everything else hidden.
# build/lib/libautotune-compiler.so takes MLIR from the shared libraries, as the program does; the target
# `autotune_wheel` makes one that has LLVM and MLIR inside, for scripts/wheel.
if(AUTOTUNE_SANITIZE)
  return() # Python would have to be started with the sanitizer's runtime
endif()

file(STRINGS ${PROJECT_SOURCE_DIR}/include/autotune_compile.h lines REGEX "^AUTOTUNE_EXPORTED")
list(TRANSFORM lines REPLACE ".*(autotune[A-Za-z]+)\\(.*" "\\1" OUTPUT_VARIABLE names)
# Of autotune.h what needs no MLIR of the caller.
set(api ${AUTOTUNE_API})
list(FILTER api INCLUDE REGEX "Options|Model|Version|ErrorText")
list(JOIN api ";\n    " api)
list(JOIN names ";\n    " names)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/compiler.exports @ONLY CONTENT
"{
  global:
    @api@;
    @names@;
  local: *;
};
")
# LLVM's linker as a library, where it is there (Debian: liblld-22-dev): else models are linked by cc.
find_library(AUTOTUNE_LLD_ELF lldELF PATHS ${AUTOTUNE_LLVM_PREFIX}/lib NO_DEFAULT_PATH)
find_library(AUTOTUNE_LLD_COMMON lldCommon PATHS ${AUTOTUNE_LLVM_PREFIX}/lib NO_DEFAULT_PATH)
set(sources ${PROJECT_SOURCE_DIR}/python/native/compile_api.c
  ${PROJECT_SOURCE_DIR}/python/native/upstream_passes.c ${PROJECT_SOURCE_DIR}/python/native/upstream_shim.cpp
  ${PROJECT_SOURCE_DIR}/python/native/optimizer_shim.cpp ${PROJECT_SOURCE_DIR}/tools/autotune.c)
set(definitions main=autotuneRunProgram)
set(lld)
if(AUTOTUNE_LLD_ELF)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/python/native/linker_shim.cpp)
  list(APPEND definitions AUTOTUNE_HAS_LLD)
  find_library(AUTOTUNE_ZSTD zstd REQUIRED) # liblld-22-dev depends on it
  set(lld ${AUTOTUNE_LLD_ELF} ${AUTOTUNE_LLD_COMMON} ${AUTOTUNE_ZSTD})
endif()
add_library(autotune_compiler_objects OBJECT ${sources})
target_compile_definitions(autotune_compiler_objects PRIVATE ${definitions})
target_compile_options(autotune_compiler_objects PRIVATE -fvisibility=default)
target_link_libraries(autotune_compiler_objects PRIVATE autotune_flags)
set(exports -Wl,-z,defs -Wl,--undefined=autotuneVersion -Wl,--version-script=${CMAKE_BINARY_DIR}/compiler.exports)

add_library(autotune_compiler SHARED $<TARGET_OBJECTS:autotune_compiler_objects>)
target_link_libraries(autotune_compiler PRIVATE autotune_tools autotune_archive ${lld} autotune_flags)
target_link_options(autotune_compiler PRIVATE ${exports})
set_target_properties(autotune_compiler PROPERTIES OUTPUT_NAME autotune-compiler LINKER_LANGUAGE CXX)

# Everything inside: archives of LLVM and MLIR, of which the linker takes what is used.
file(GLOB archives ${AUTOTUNE_LLVM_PREFIX}/lib/libMLIR*.a ${AUTOTUNE_LLVM_PREFIX}/lib/libLLVM*.a)
list(FILTER archives EXCLUDE REGEX "Test|LLVMExegesis|LLVMBOLT")
find_library(AUTOTUNE_FFI_PIC ffi_pic)
set(AUTOTUNE_WHEEL_LIBRARY ${CMAKE_BINARY_DIR}/wheel/libautotune-compiler.so)
# The linker and MLIR's GPU dialects ask for every target of LLVM. Ours are three: nothing stands for the others.
set(without ${LLVM_TARGETS_TO_BUILD})
list(REMOVE_ITEM without X86 AArch64 NVPTX)
set(lines)
foreach(target ${without})
  foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser Disassembler)
    string(APPEND lines "void LLVMInitialize${target}${part}(void);\nvoid LLVMInitialize${target}${part}(void) {}\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/other_targets.c CONTENT "@lines@")
add_library(autotune_wheel_library SHARED EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/other_targets.c
  $<TARGET_OBJECTS:autotune_compiler_objects>)
target_link_libraries(autotune_wheel_library PRIVATE
  $<TARGET_FILE:autotune_tools> $<TARGET_FILE:autotune_archive> -Wl,--start-group ${lld} ${archives} -Wl,--end-group
  ${AUTOTUNE_XGBOOST} SQLite::SQLite3 ZLIB::ZLIB ${AUTOTUNE_ZIP} ${AUTOTUNE_FFI_PIC} ${AUTOTUNE_JANSSON}
  Threads::Threads ${CMAKE_DL_LIBS} m)
target_link_options(autotune_wheel_library PRIVATE ${exports} -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,-s)
add_dependencies(autotune_wheel_library autotune_tools autotune_archive)
set_target_properties(autotune_wheel_library PROPERTIES OUTPUT_NAME autotune-compiler LINKER_LANGUAGE CXX
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/wheel)
add_custom_target(autotune_wheel DEPENDS autotune_wheel_library)
foreach(program autotune:autotuneRunProgram mlir-opt:autotuneRunOptimizer)
  string(REPLACE ":" ";" program ${program})
  list(GET program 0 name)
  list(GET program 1 function)
  add_executable(autotune_wheel_${name} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/python/native/wheel_program.c)
  target_compile_definitions(autotune_wheel_${name} PRIVATE AUTOTUNE_RUN=${function})
  target_include_directories(autotune_wheel_${name} SYSTEM PRIVATE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_include_directories(autotune_wheel_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(autotune_wheel_${name} PRIVATE autotune_wheel_library)
  set_target_properties(autotune_wheel_${name} PROPERTIES OUTPUT_NAME ${name} BUILD_RPATH "$ORIGIN/../lib"
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/wheel)
  add_dependencies(autotune_wheel autotune_wheel_${name})
endforeach()

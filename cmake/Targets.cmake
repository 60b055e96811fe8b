# The targets made of our own sources.

set(AUTOTUNE_FOLDERS base machine plan costmodel records runtime search transforms affine passes)
if(LLVM_VERSION_MAJOR EQUAL 21)
  list(APPEND AUTOTUNE_FOLDERS versions/mlir21)
endif()

# Sets `out` to the sources of the folders and of those in them: *.c and *_shim.cpp.
function(autotune_glob out)
  set(found)
  foreach(folder ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/${folder}/*.c ${PROJECT_SOURCE_DIR}/${folder}/*_shim.cpp)
    list(APPEND found ${sources})
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# How our own code is compiled, wherever it ends up.
add_library(autotune_flags INTERFACE)
target_include_directories(autotune_flags INTERFACE ${PROJECT_SOURCE_DIR}
  $<$<EQUAL:${LLVM_VERSION_MAJOR},21>:${PROJECT_SOURCE_DIR}/versions/mlir21>)
target_compile_definitions(autotune_flags INTERFACE _GNU_SOURCE
  AUTOTUNE_VERSION="${PROJECT_VERSION}" AUTOTUNE_OPENMP="${AUTOTUNE_LIBOMP}"
  # MLIR's headers must be read as they were when it was built, with assertions or, as Debian's, without.
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<BOOL:${LLVM_ENABLE_ASSERTIONS}>>>:NDEBUG>)
target_compile_options(autotune_flags INTERFACE -Wall -Wextra -Werror
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${LLVM_ENABLE_ASSERTIONS}>>:-UNDEBUG>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
  # GCC gives up tracking columns in MLIR's largest headers and says so on every build.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-misleading-indentation>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<BOOL:${LLVM_ENABLE_RTTI}>>>:-fno-rtti>)
if(AUTOTUNE_SANITIZE)
  target_compile_options(autotune_flags INTERFACE
    -fsanitize=${AUTOTUNE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(autotune_flags INTERFACE -fsanitize=${AUTOTUNE_SANITIZE})
endif()
# What mlir-opt has to be started with so that it can load a plugin of a sanitized build. Clang's, because it
# is one runtime: GCC's for undefined behaviour leaves no reports in files beside the one for addresses.
set(AUTOTUNE_SANITIZER_RUNTIME)
if(AUTOTUNE_SANITIZE MATCHES "address" AND NOT AUTOTUNE_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "AUTOTUNE_SANITIZE=address needs clang, as in the preset asan.")
  endif()
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
    OUTPUT_VARIABLE AUTOTUNE_SANITIZER_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  # The plugin starts the program as its worker, the runtime preloaded: there can be only one.
  get_filename_component(directory ${AUTOTUNE_SANITIZER_RUNTIME} DIRECTORY)
  target_link_options(autotune_flags INTERFACE -shared-libsan -Wl,-rpath,${directory})
endif()
target_link_libraries(autotune_flags INTERFACE autotune_mlir autotune_deps)

autotune_glob(sources ${AUTOTUNE_FOLDERS})
if(NOT sources)
  file(WRITE ${CMAKE_BINARY_DIR}/empty.c "typedef int autotune_empty;\n")
  set(sources ${CMAKE_BINARY_DIR}/empty.c)
endif()
add_library(autotune_objects OBJECT ${sources})
# The learned model goes into the library when there is one.
file(GLOB shipped CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/models/shipped.model)
if(shipped)
  set_source_files_properties(costmodel/shipped_model.c PROPERTIES OBJECT_DEPENDS ${shipped}
    COMPILE_DEFINITIONS AUTOTUNE_SHIPPED_MODEL="${shipped}")
endif()
set(schema ${PROJECT_SOURCE_DIR}/records/schema.sql)
set_source_files_properties(records/store_file.c PROPERTIES OBJECT_DEPENDS ${schema}
  COMPILE_DEFINITIONS AUTOTUNE_SCHEMA="${schema}")
set_source_files_properties(records/store_row.c PROPERTIES
  COMPILE_DEFINITIONS STORE_PROGRAM_VERSIONS="autotune ${PROJECT_VERSION}, LLVM ${LLVM_PACKAGE_VERSION}")
if(AUTOTUNE_SANITIZE)
  # It repeats a type that is private to MLIR; the check of dynamic types rightly knows no such type.
  set_source_files_properties(passes/flags_shim.cpp PROPERTIES COMPILE_OPTIONS -fno-sanitize=vptr)
endif()
# A shim is nine tenths headers of MLIR. Clang's builds read them once; GCC's reads what each shim includes, so that
# none lacks a header.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(dialects Affine/IR/AffineOps Arith/IR/Arith Bufferization/IR/Bufferization ControlFlow/IR/ControlFlow Func/IR/FuncOps
    LLVMIR/LLVMDialect Linalg/IR/Linalg Math/IR/Math MemRef/IR/MemRef OpenMP/OpenMPDialect SCF/IR/SCF Tensor/IR/Tensor
    Vector/IR/VectorOps)
  list(TRANSFORM dialects REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<mlir/Dialect/\\1.h$<ANGLE-R>>")
  target_precompile_headers(autotune_objects PRIVATE ${dialects} $<$<COMPILE_LANGUAGE:CXX>:<mlir/CAPI/IR.h$<ANGLE-R>>)
  set_source_files_properties(passes/flags_shim.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON) # see above
endif()
target_link_libraries(autotune_objects PUBLIC autotune_flags)
set_target_properties(autotune_objects PROPERTIES LINKER_LANGUAGE CXX)

# The same objects for those who take only what they use: XGBoost trains and explains, the plugin does
# neither and is loaded faster without it.
add_library(autotune_archive STATIC $<TARGET_OBJECTS:autotune_objects>)
set_target_properties(autotune_archive PROPERTIES
  ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR} LINKER_LANGUAGE CXX)

# Links our objects and MLIR into `target`, an executable or module.
function(autotune_link target)
  target_link_libraries(${target} PRIVATE autotune_objects autotune_flags)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()

# The functions of include/autotune.h.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/autotune.h lines REGEX "^AUTOTUNE_EXPORTED")
list(TRANSFORM lines REPLACE ".*(autotune[A-Za-z]+)\\(.*" "\\1" OUTPUT_VARIABLE AUTOTUNE_API)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/autotune.h)

# The plugin exports mlirGetPassPluginInfo and the public C API, nothing else: hidden
# visibility does not reach the templates that it instantiates from libstdc++.
list(JOIN AUTOTUNE_API ";\n    " names)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/plugin.exports @ONLY CONTENT
"{
  global:
    mlirGetPassPluginInfo;
    @names@;
  local: *;
};
")
autotune_glob(sources plugin)
if(sources)
  add_library(autotune_plugin MODULE ${sources})
  target_link_libraries(autotune_plugin PRIVATE autotune_archive autotune_flags)
  target_link_options(autotune_plugin PRIVATE -Wl,-z,defs
    -Wl,--version-script=${CMAKE_BINARY_DIR}/plugin.exports)
  set_target_properties(autotune_plugin PROPERTIES LINK_DEPENDS ${CMAKE_BINARY_DIR}/plugin.exports)
  if(AUTOTUNE_SANITIZE)
    # The sanitizer's runtime comes with the host program (LD_PRELOAD).
    target_link_options(autotune_plugin PRIVATE -Wl,-z,undefs)
  endif()
  set_target_properties(autotune_plugin PROPERTIES OUTPUT_NAME autotune PREFIX lib
    LINKER_LANGUAGE CXX)
endif()

# The program is its main file and a library, which the unit tests share.
autotune_glob(sources tools)
if(sources)
  # What every library for a GPU brings along is an object of its own, as plain as the compiler makes it, inside the program.
  set(launcher ${PROJECT_SOURCE_DIR}/tools/compile/device/launcher.c)
  add_library(autotune_launcher OBJECT ${launcher})
  target_include_directories(autotune_launcher PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(autotune_launcher PRIVATE -Wall -Wextra -Werror -O2 -g0)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/launcher.bin
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_OBJECTS:autotune_launcher> ${CMAKE_BINARY_DIR}/launcher.bin
    DEPENDS autotune_launcher $<TARGET_OBJECTS:autotune_launcher> VERBATIM)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/tools/autotune.c ${launcher})
  add_library(autotune_tools STATIC ${sources} ${CMAKE_BINARY_DIR}/launcher.bin)
  set_source_files_properties(tools/compile/device/launcher_object.c PROPERTIES
    OBJECT_DEPENDS ${CMAKE_BINARY_DIR}/launcher.bin COMPILE_DEFINITIONS AUTOTUNE_LAUNCHER="${CMAKE_BINARY_DIR}/launcher.bin")
  set(corpus ${PROJECT_SOURCE_DIR}/data/corpus.tsv)
  set_source_files_properties(tools/corpus/shipped_corpus.c PROPERTIES OBJECT_DEPENDS ${corpus}
    COMPILE_DEFINITIONS AUTOTUNE_SHIPPED_CORPUS="${corpus}")
  set(page ${PROJECT_SOURCE_DIR}/tools/profile/page.html)
  set_source_files_properties(tools/profile/profile_page.c PROPERTIES OBJECT_DEPENDS ${page}
    COMPILE_DEFINITIONS AUTOTUNE_REPORT_PAGE="${page}")
  target_link_libraries(autotune_tools PRIVATE autotune_flags)
  add_executable(autotune_program ${PROJECT_SOURCE_DIR}/tools/autotune.c)
  target_link_libraries(autotune_program PRIVATE autotune_tools)
  autotune_link(autotune_program)
  set_target_properties(autotune_program PROPERTIES OUTPUT_NAME autotune)
endif()

# The laboratory is a program of its own, which is not installed.
autotune_glob(sources lab)
list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/lab/autotune_lab.c)
add_library(autotune_laboratory STATIC ${sources})
target_link_libraries(autotune_laboratory PRIVATE autotune_tools autotune_flags)
add_executable(autotune_lab ${PROJECT_SOURCE_DIR}/lab/autotune_lab.c)
target_link_libraries(autotune_lab PRIVATE autotune_laboratory)
autotune_link(autotune_lab)
set_target_properties(autotune_lab PROPERTIES OUTPUT_NAME autotune-lab)

# Drivers link libautotune.a beside whatever else they hold, so it is one relocatable object, of what
# the public C API uses, in which everything else is local.
list(TRANSFORM AUTOTUNE_API PREPEND --keep-global-symbol= OUTPUT_VARIABLE keep)
list(TRANSFORM AUTOTUNE_API PREPEND --undefined= OUTPUT_VARIABLE roots)
# GNU's tools by name: CMAKE_LINKER, CMAKE_OBJCOPY and CMAKE_AR are whichever CMake meets first, those of
# an old LLVM too, whose lld knows no --force-group-allocation.
find_program(AUTOTUNE_GNU_LD ld.bfd REQUIRED)
find_program(AUTOTUNE_GNU_OBJCOPY objcopy REQUIRED)
find_program(AUTOTUNE_GNU_AR ar REQUIRED)
set(AUTOTUNE_STATIC ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libautotune.a)
add_custom_command(OUTPUT ${AUTOTUNE_STATIC}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${AUTOTUNE_STATIC}
  COMMAND ${AUTOTUNE_GNU_LD} -r --force-group-allocation -o ${CMAKE_BINARY_DIR}/autotune_api.o
          ${roots} $<TARGET_FILE:autotune_archive>
  COMMAND ${AUTOTUNE_GNU_OBJCOPY} ${keep} ${CMAKE_BINARY_DIR}/autotune_api.o
  COMMAND ${AUTOTUNE_GNU_AR} rcs ${AUTOTUNE_STATIC} ${CMAKE_BINARY_DIR}/autotune_api.o
  DEPENDS autotune_archive
  COMMENT "Linking libautotune.a" COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(autotune_static ALL DEPENDS ${AUTOTUNE_STATIC})

# bench/bench_NAME.c becomes build/bin/bench_NAME, on Google Benchmark through the shim; every
# other C file of that folder is shared by all of them.
file(GLOB programs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/bench_*.c)
file(GLOB shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.c
     ${PROJECT_SOURCE_DIR}/bench/*_shim.cpp)
list(REMOVE_ITEM shared ${programs})
foreach(program ${programs})
  get_filename_component(name ${program} NAME_WE)
  add_executable(${name} ${program} ${shared})
  autotune_link(${name})
  target_link_libraries(${name} PRIVATE benchmark::benchmark)
endforeach()

# The analytical model with variables for constants, to fit them: build/bin/fit_analytical. Its own objects
# take the place of those in the archive.
file(GLOB analytical CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/costmodel/analytical/*.c)
add_executable(fit_analytical ${PROJECT_SOURCE_DIR}/bench/fit/fit_analytical.c ${analytical})
target_compile_definitions(fit_analytical PRIVATE AUTOTUNE_FIT_ANALYTICAL)
target_link_libraries(fit_analytical PRIVATE autotune_laboratory autotune_tools autotune_archive autotune_flags)
set_target_properties(fit_analytical PROPERTIES LINKER_LANGUAGE CXX)

# The fuzz targets: test/fuzz/fuzz_NAME.c becomes bin/fuzz_NAME on libFuzzer. The preset `fuzz` turns them
# on; scripts/fuzz builds and runs them. Only the parsers and what they stand on are compiled.
autotune_glob(sources base machine plan costmodel records runtime passes/target)
autotune_glob(measure search/measure)
autotune_glob(search search)
list(REMOVE_ITEM search ${measure})
list(APPEND sources ${search})
list(APPEND sources ${PROJECT_SOURCE_DIR}/passes/options.c ${PROJECT_SOURCE_DIR}/passes/model_option.c
     ${PROJECT_SOURCE_DIR}/passes/target_option.c ${PROJECT_SOURCE_DIR}/transforms/ir.c
     ${PROJECT_SOURCE_DIR}/transforms/element_types.c
     ${PROJECT_SOURCE_DIR}/transforms/dim_names.c ${PROJECT_SOURCE_DIR}/transforms/constant_argument.c
     ${PROJECT_SOURCE_DIR}/search/measure/measure_log.c ${PROJECT_SOURCE_DIR}/search/measure/trial_verdict.c)
add_library(autotune_fuzzed STATIC EXCLUDE_FROM_ALL ${sources})
target_compile_options(autotune_fuzzed PRIVATE -fsanitize=fuzzer-no-link)
target_link_libraries(autotune_fuzzed PUBLIC autotune_flags)
add_custom_target(autotune_fuzzers)
file(GLOB targets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/test/fuzz/fuzz_*.c)
foreach(source ${targets})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${name} PRIVATE autotune_fuzzed)
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  add_dependencies(autotune_fuzzers ${name})
endforeach()
add_executable(fuzz_make_corpus EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/test/fuzz/make_corpus.c)
target_link_libraries(fuzz_make_corpus PRIVATE autotune_fuzzed)
set_target_properties(fuzz_make_corpus PROPERTIES LINKER_LANGUAGE CXX)

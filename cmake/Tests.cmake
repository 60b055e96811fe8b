# test/unit/FOLDER/test_NAME.c becomes build/bin/test_NAME and a test of ctest; every
# other C file of these folders is shared by all of them.
enable_testing()
file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/test/unit/test_*.c)
file(GLOB_RECURSE shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/test/unit/*.c
     ${PROJECT_SOURCE_DIR}/test/unit/*_shim.cpp)
list(REMOVE_ITEM shared ${tests})
set(helpers)
if(shared)
  add_library(autotune_test_helpers OBJECT ${shared})
  target_link_libraries(autotune_test_helpers PRIVATE autotune_flags)
  set(helpers $<TARGET_OBJECTS:autotune_test_helpers>)
endif()
# add_shards NAME COMMAND...: minutes of work, in parts that run side by side. What a sanitizer slows
# down has many: scripts/test runs some of them each day.
set(shards 2)
if(AUTOTUNE_SANITIZE)
  set(shards 24)
endif()
function(add_shards name)
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    add_test(NAME ${name}_${shard} COMMAND ${ARGN} --shard ${shard}/${shards}
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name}_${shard} PROPERTIES TIMEOUT 1200 COST 100 LABELS slow)
  endforeach()
endfunction()
foreach(test ${tests})
  get_filename_component(name ${test} NAME_WE)
  add_executable(${name} ${test} ${helpers})
  target_link_libraries(${name} PRIVATE autotune_laboratory autotune_tools)
  if(name STREQUAL test_unshipped_model) # its functions take the place of those in the archive
    target_link_libraries(${name} PRIVATE autotune_archive autotune_flags)
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  else()
    autotune_link(${name})
  endif()
  if(name MATCHES "^test_(execution|body_ops)$")
    add_shards(${name} ${name})
  else()
    set(arguments)
    if(name STREQUAL test_affine AND CMAKE_C_COMPILER_ID STREQUAL "Clang") # GCC's build runs them all
      set(arguments --programs 60)
    endif()
    add_test(NAME ${name} COMMAND ${name} ${arguments} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES TIMEOUT 600)
  endif()
endforeach()

# Once more with every bit compared.
add_shards(test_execution_strict test_execution --fp strict --schedules 3)

# Compiled code finds a function of the program.
set_target_properties(test_random_linalg PROPERTIES ENABLE_EXPORTS ON)
# Random graphs under random legal partitions.
add_test(NAME test_random_partitions COMMAND test_random_linalg --partitions --count 54 --schedules 8
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(test_random_partitions PROPERTIES TIMEOUT 600)

# Those of more than ten seconds. `scripts/test quick` leaves them out; the second compiler and the sanitizers take turns.
# What costs most begins first, so that no processor waits for the other at the end.
set_tests_properties(test_affine test_table_grid test_expected test_learned_model test_nest_agreement test_open_sums
  test_probe test_random_linalg test_random_partitions test_search test_small_floats test_unknown_sizes PROPERTIES COST 100 LABELS long)

# Split over threads, of which there are fewer than pieces.
add_shards(test_execution_threads ${CMAKE_COMMAND} -E env OMP_NUM_THREADS=3 $<TARGET_FILE:test_execution>
           --threads --schedules 2)

# The kernels of PolyBench, in three parts that run side by side, at two sizes: bit for bit, and with
# sums in any order.
set(polybench_parts
  "2mm 3mm adi atax bicg cholesky correlation covariance deriche doitgen"
  "durbin fdtd-2d floyd-warshall gemm gemver gesummv gramschmidt heat-3d jacobi-1d jacobi-2d"
  "lu ludcmp mvt nussinov seidel-2d symm syr2k syrk trisolv trmm")
foreach(variant "SMALL source" "SMALL reassoc" "MEDIUM source" "MEDIUM reassoc")
  separate_arguments(variant UNIX_COMMAND "${variant}")
  list(GET variant 0 size)
  list(GET variant 1 fp)
  set(part 0)
  foreach(kernels ${polybench_parts})
    separate_arguments(kernels UNIX_COMMAND "${kernels}")
    string(TOLOWER polybench_${size}_${fp}_${part} name)
    add_test(NAME ${name}
             COMMAND ${PROJECT_SOURCE_DIR}/test/polybench/run.py --size ${size} --fp ${fp}
                     --library $<TARGET_FILE:autotune_plugin> ${kernels})
    set_tests_properties(${name} PROPERTIES TIMEOUT 1200 COST 100 LABELS slow)
    math(EXPR part "${part} + 1")
  endforeach()
endforeach()

# Once more split over threads.
add_test(NAME polybench_medium_threads
         COMMAND ${PROJECT_SOURCE_DIR}/test/polybench/run.py --size MEDIUM
                 --options "target=host threads=4" --library $<TARGET_FILE:autotune_plugin>)
set_tests_properties(polybench_medium_threads PROPERTIES TIMEOUT 1200 COST 100 LABELS slow
                     ENVIRONMENT OMP_NUM_THREADS=4)

# Called with fewer threads than the code asks for, and from parallel regions; no race. Both use the build of the preset release.
foreach(script callers races)
  add_test(NAME threads_${script}
           COMMAND ${PROJECT_SOURCE_DIR}/test/threads/${script}.py
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(threads_${script} PROPERTIES TIMEOUT 1200 COST 100 LABELS slow)
endforeach()

# What whoever runs the tests has calibrated is no part of them.
get_property(tests DIRECTORY PROPERTY TESTS)
set_property(TEST ${tests} APPEND PROPERTY ENVIRONMENT XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/test/no_config)
if(AUTOTUNE_SANITIZER_RUNTIME)
  set_property(TEST ${tests} APPEND PROPERTY ENVIRONMENT SANITIZER_RUNTIME=${AUTOTUNE_SANITIZER_RUNTIME})
endif()

# The lit tests run on build/test: /usr/lib/llvm-22/bin/lit build/test
configure_file(${PROJECT_SOURCE_DIR}/test/lit.site.cfg.py.in
               ${CMAKE_BINARY_DIR}/test/lit.site.cfg.py @ONLY)

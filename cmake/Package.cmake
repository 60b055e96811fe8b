# `cmake --install` makes a package for find_package(Autotune).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The program and the plugin look for their documents here (base/documents.c).
set(CMAKE_INSTALL_DOCDIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/autotune)
set(AUTOTUNE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Autotune)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/AutotuneConfig.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/AutotuneConfig.cmake
  INSTALL_DESTINATION ${AUTOTUNE_PACKAGE_DIR}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR
            CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/AutotuneConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)

install(FILES ${CMAKE_BINARY_DIR}/cmake/AutotuneConfig.cmake
              ${CMAKE_BINARY_DIR}/cmake/AutotuneConfigVersion.cmake
        DESTINATION ${AUTOTUNE_PACKAGE_DIR})
install(FILES ${AUTOTUNE_STATIC} DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/autotune.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY lab/results DESTINATION ${CMAKE_INSTALL_DOCDIR}/lab)
install(FILES lab/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/lab)
install(DIRECTORY test/downstream DESTINATION ${CMAKE_INSTALL_DOCDIR}/test)
install(PROGRAMS scripts/import DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME autotune-import)
install(FILES scripts/quantised_onnx.py DESTINATION ${CMAKE_INSTALL_DATADIR}/autotune)
if(TARGET autotune_plugin)
  # Debian keeps libMLIR out of the folders that every program searches.
  set_target_properties(autotune_plugin PROPERTIES INSTALL_RPATH ${AUTOTUNE_LLVM_PREFIX}/lib)
  install(TARGETS autotune_plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET autotune_program)
  set_target_properties(autotune_program PROPERTIES INSTALL_RPATH ${AUTOTUNE_LLVM_PREFIX}/lib)
  install(TARGETS autotune_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # One line of text per pipeline, as --pass-pipeline takes it; the program is what knows them.
  set(AUTOTUNE_PIPELINES autotune-to-llvm autotune-reference-to-llvm)
  foreach(pipeline ${AUTOTUNE_PIPELINES})
    set(file ${CMAKE_BINARY_DIR}/pipelines/${pipeline}.txt)
    install(CODE "file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/pipelines)
      execute_process(COMMAND $<TARGET_FILE:autotune_program> pipelines --name ${pipeline}
                      OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)")
    install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/autotune/pipelines)
  endforeach()

  # Man pages and completions, of what the program says of itself.
  set(AUTOTUNE_MANUALS ${CMAKE_BINARY_DIR}/manuals)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  install(CODE "file(REMOVE_RECURSE ${AUTOTUNE_MANUALS})
    execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/make_manuals.py
                            $<TARGET_FILE:autotune_program> ${AUTOTUNE_MANUALS} \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}
                    COMMAND_ERROR_IS_FATAL ANY)")
  install(DIRECTORY ${AUTOTUNE_MANUALS}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${AUTOTUNE_MANUALS}/bash/autotune DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${AUTOTUNE_MANUALS}/zsh/_autotune DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
endif()

# `cpack` in the build folder makes the Debian package. A plugin belongs to the release of MLIR that it was
# built with, so the folder of LLVM's own plugins has a link.
install(CODE [[
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    file(MAKE_DIRECTORY $ENV{DESTDIR}/usr/lib/llvm-22/lib)
    file(CREATE_LINK ../../libautotune.so $ENV{DESTDIR}/usr/lib/llvm-22/lib/libautotune.so SYMBOLIC)
  endif()]])
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME autotune-mlir-22)
set(CPACK_PACKAGE_VENDOR "Autotune for MLIR")
set(CPACK_PACKAGE_CONTACT "Autotune for MLIR <autotune@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Makes linalg and affine code in MLIR fast on x86-64 CPUs")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libmlir-22 (>= 1:${LLVM_PACKAGE_VERSION}), libmlir-22 (<< 1:${LLVM_PACKAGE_VERSION}.1), gcc | clang-22")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mlir-22-tools, clang-22, libomp-22-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libmlir-22-dev, llvm-22-dev, libsqlite3-dev, libffi-dev, libjansson-dev")
include(CPack)

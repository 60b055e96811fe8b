# `cmake --install` makes a package for find_package(Autotune).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

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
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET autotune_plugin)
  install(TARGETS autotune_plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET autotune_program)
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
endif()

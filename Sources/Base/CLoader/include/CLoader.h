#ifndef CLOADER_H
#define CLOADER_H

// Shared libraries of the system as tables of pointers to their functions: no header of a library is
// needed to build, and it is loaded at run time, when it is first needed.

#include <stddef.h>

/// A function of a library, and the place of its pointer in the table.
typedef struct cloader_function {
  const char *name;
  size_t offset;
} cloader_function;

/// A table of this many bytes with the functions of the library of that file name; the last of them has
/// no name. NULL where the library, or one of them, is missing; then `detail`, with room for
/// `detail_size` bytes, says why. A loaded library is never unloaded, and its table never changed.
void *cloader_load(
  const char *file_name, const cloader_function *functions, size_t table_size, char *detail,
  size_t detail_size);

#endif

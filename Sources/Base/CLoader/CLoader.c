#include "CLoader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *cloader_load(
  const char *file_name, const cloader_function *functions, size_t table_size, char *detail,
  size_t detail_size) {
  // As for a program that is linked to it: of a library's functions few are ever called.
  void *handle = dlopen(file_name, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    snprintf(detail, detail_size, "%s", reason ? reason : "not found");
    return NULL;
  }
  char *table = calloc(1, table_size);
  if (!table) snprintf(detail, detail_size, "out of memory");
  for (; table && functions->name; functions++) {
    // POSIX makes a data pointer and a function pointer interchangeable for dlsym.
    void *function = dlsym(handle, functions->name);
    memcpy(table + functions->offset, &function, sizeof(function));
    if (function) continue;
    snprintf(detail, detail_size, "%s lacks %s", file_name, functions->name);
    free(table);
    table = NULL;
  }
  if (!table) dlclose(handle);
  return table;
}

#include "CSQLite.h"

#include <CLoader.h>

enum { ENCODING_UTF8 = 1, CONFIG_MEMSTATUS = 9 };

#define FUNCTION(name) {"sqlite3_" #name, offsetof(csqlite, name)}

const csqlite *csqlite_load(const char *file_name, char *detail, size_t detail_size) {
  static const cloader_function functions[] = {
    FUNCTION(config), FUNCTION(libversion_number), FUNCTION(open_v2), FUNCTION(close_v2),
    FUNCTION(busy_timeout), FUNCTION(errmsg), FUNCTION(changes), FUNCTION(last_insert_rowid),
    FUNCTION(set_last_insert_rowid), FUNCTION(db_readonly), FUNCTION(limit),
    FUNCTION(get_autocommit), FUNCTION(prepare_v3), FUNCTION(step), FUNCTION(reset),
    FUNCTION(finalize), FUNCTION(bind_null), FUNCTION(bind_int64), FUNCTION(bind_double),
    FUNCTION(bind_text64), FUNCTION(column_count), FUNCTION(column_type), FUNCTION(column_int64),
    FUNCTION(column_double), FUNCTION(column_text), FUNCTION(column_bytes), {NULL, 0},
  };
  _Static_assert(
    sizeof(functions) / sizeof(*functions) - 1 == sizeof(csqlite) / sizeof(void *),
    "no function is left out");
  const csqlite *library =
    cloader_load(file_name, functions, sizeof(csqlite), detail, detail_size);
  // Nobody reads SQLite's statistics of its memory, which cost a lock for each allocation.
  if (library) library->config(CONFIG_MEMSTATUS, 0);
  return library;
}

// SQLITE_STATIC is 0 and SQLITE_TRANSIENT -1. A null pointer would bind NULL, not "".
int csqlite_bind_text(
  const csqlite *library, csqlite_statement *statement, int index, const void *bytes,
  size_t size) {
  return library->bind_text64(statement, index, bytes ? bytes : "", size, NULL, ENCODING_UTF8);
}

int csqlite_bind_text_copy(
  const csqlite *library, csqlite_statement *statement, int index, const void *bytes,
  size_t size) {
  return library->bind_text64(
    statement, index, bytes ? bytes : "", size, (void (*)(void *))(intptr_t)-1, ENCODING_UTF8);
}

#include "CSQLite.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { ENCODING_UTF8 = 1, PREPARE_PERSISTENT = 1, LIMIT_LENGTH = 0, CONFIG_MEMSTATUS = 9 };

typedef void (*destructor)(void *);

struct csqlite {
  int (*config)(int option, ...);
  int (*libversion_number)(void);
  int (*open_v2)(const char *path, csqlite_database **database, int flags, const char *vfs);
  int (*close_v2)(csqlite_database *database);
  int (*busy_timeout)(csqlite_database *database, int milliseconds);
  const char *(*errmsg)(csqlite_database *database);
  int (*changes)(csqlite_database *database);
  int64_t (*last_insert_rowid)(csqlite_database *database);
  void (*set_last_insert_rowid)(csqlite_database *database, int64_t rowid);
  int (*db_readonly)(csqlite_database *database, const char *schema);
  int (*limit)(csqlite_database *database, int which, int value);
  int (*get_autocommit)(csqlite_database *database);
  int (*prepare_v3)(
    csqlite_database *database, const char *sql, int size, unsigned int flags,
    csqlite_statement **statement, const char **tail);
  int (*step)(csqlite_statement *statement);
  int (*reset)(csqlite_statement *statement);
  int (*finalize)(csqlite_statement *statement);
  int (*bind_null)(csqlite_statement *statement, int index);
  int (*bind_int64)(csqlite_statement *statement, int index, int64_t value);
  int (*bind_double)(csqlite_statement *statement, int index, double value);
  int (*bind_text64)(
    csqlite_statement *statement, int index, const char *text, uint64_t size,
    destructor destructor, unsigned char encoding);
  int (*column_count)(csqlite_statement *statement);
  int (*column_type)(csqlite_statement *statement, int index);
  int64_t (*column_int64)(csqlite_statement *statement, int index);
  double (*column_double)(csqlite_statement *statement, int index);
  const unsigned char *(*column_text)(csqlite_statement *statement, int index);
  int (*column_bytes)(csqlite_statement *statement, int index);
};

// POSIX makes a data pointer and a function pointer interchangeable for dlsym; ISO C does not,
// hence the way through a pointer to the member.
#define LOOK_UP(member, name)                                                   \
  do {                                                                          \
    *(void **)&library->member = dlsym(handle, name);                           \
    if (!library->member) {                                                     \
      snprintf(detail, detail_size, "%s lacks %s", file_name, name);            \
      free(library);                                                            \
      dlclose(handle);                                                          \
      return NULL;                                                              \
    }                                                                           \
  } while (0)

csqlite *csqlite_load(const char *file_name, char *detail, size_t detail_size) {
  void *handle = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    snprintf(detail, detail_size, "%s", reason ? reason : "not found");
    return NULL;
  }
  csqlite *library = calloc(1, sizeof(csqlite));
  if (!library) {
    snprintf(detail, detail_size, "out of memory");
    dlclose(handle);
    return NULL;
  }
  LOOK_UP(config, "sqlite3_config");
  LOOK_UP(libversion_number, "sqlite3_libversion_number");
  LOOK_UP(open_v2, "sqlite3_open_v2");
  LOOK_UP(close_v2, "sqlite3_close_v2");
  LOOK_UP(busy_timeout, "sqlite3_busy_timeout");
  LOOK_UP(errmsg, "sqlite3_errmsg");
  LOOK_UP(changes, "sqlite3_changes");
  LOOK_UP(last_insert_rowid, "sqlite3_last_insert_rowid");
  LOOK_UP(set_last_insert_rowid, "sqlite3_set_last_insert_rowid");
  LOOK_UP(db_readonly, "sqlite3_db_readonly");
  LOOK_UP(limit, "sqlite3_limit");
  LOOK_UP(get_autocommit, "sqlite3_get_autocommit");
  LOOK_UP(prepare_v3, "sqlite3_prepare_v3");
  LOOK_UP(step, "sqlite3_step");
  LOOK_UP(reset, "sqlite3_reset");
  LOOK_UP(finalize, "sqlite3_finalize");
  LOOK_UP(bind_null, "sqlite3_bind_null");
  LOOK_UP(bind_int64, "sqlite3_bind_int64");
  LOOK_UP(bind_double, "sqlite3_bind_double");
  LOOK_UP(bind_text64, "sqlite3_bind_text64");
  LOOK_UP(column_count, "sqlite3_column_count");
  LOOK_UP(column_type, "sqlite3_column_type");
  LOOK_UP(column_int64, "sqlite3_column_int64");
  LOOK_UP(column_double, "sqlite3_column_double");
  LOOK_UP(column_text, "sqlite3_column_text");
  LOOK_UP(column_bytes, "sqlite3_column_bytes");
  // Nobody reads SQLite's statistics of its memory, which cost a lock for each allocation.
  library->config(CONFIG_MEMSTATUS, 0);
  return library;
}

int csqlite_version(const csqlite *library) { return library->libversion_number(); }

int csqlite_open(
  const csqlite *library, const char *path, int flags, csqlite_database **database) {
  return library->open_v2(path, database, flags, NULL);
}

void csqlite_close(const csqlite *library, csqlite_database *database) {
  library->close_v2(database);
}

void csqlite_busy_timeout(const csqlite *library, csqlite_database *database, int milliseconds) {
  library->busy_timeout(database, milliseconds);
}

const char *csqlite_message(const csqlite *library, csqlite_database *database) {
  return library->errmsg(database);
}

int64_t csqlite_changes(const csqlite *library, csqlite_database *database) {
  return library->changes(database);
}

int64_t csqlite_last_rowid(const csqlite *library, csqlite_database *database) {
  return library->last_insert_rowid(database);
}

void csqlite_set_last_rowid(const csqlite *library, csqlite_database *database, int64_t rowid) {
  library->set_last_insert_rowid(database, rowid);
}

int csqlite_is_read_only(const csqlite *library, csqlite_database *database) {
  return library->db_readonly(database, "main");
}

void csqlite_limit_row(const csqlite *library, csqlite_database *database, int bytes) {
  library->limit(database, LIMIT_LENGTH, bytes);
}

int csqlite_is_idle(const csqlite *library, csqlite_database *database) {
  return library->get_autocommit(database);
}

int csqlite_prepare(
  const csqlite *library, csqlite_database *database, const char *sql, int size,
  csqlite_statement **statement) {
  return library->prepare_v3(database, sql, size, PREPARE_PERSISTENT, statement, NULL);
}

int csqlite_step(const csqlite *library, csqlite_statement *statement) {
  return library->step(statement);
}

int csqlite_reset(const csqlite *library, csqlite_statement *statement) {
  return library->reset(statement);
}

void csqlite_finalize(const csqlite *library, csqlite_statement *statement) {
  library->finalize(statement);
}

int csqlite_bind_null(const csqlite *library, csqlite_statement *statement, int index) {
  return library->bind_null(statement, index);
}

int csqlite_bind_integer(
  const csqlite *library, csqlite_statement *statement, int index, int64_t value) {
  return library->bind_int64(statement, index, value);
}

int csqlite_bind_real(
  const csqlite *library, csqlite_statement *statement, int index, double value) {
  return library->bind_double(statement, index, value);
}

// SQLITE_STATIC is 0 and SQLITE_TRANSIENT -1. A null pointer would bind NULL, not "".
int csqlite_bind_text(
  const csqlite *library, csqlite_statement *statement, int index, const void *bytes,
  int64_t size) {
  return library->bind_text64(
    statement, index, bytes ? bytes : "", (uint64_t)size, NULL, ENCODING_UTF8);
}

int csqlite_bind_text_copy(
  const csqlite *library, csqlite_statement *statement, int index, const void *bytes,
  int64_t size) {
  return library->bind_text64(
    statement, index, bytes ? bytes : "", (uint64_t)size, (destructor)(intptr_t)-1,
    ENCODING_UTF8);
}

int csqlite_column_count(const csqlite *library, csqlite_statement *statement) {
  return library->column_count(statement);
}

int csqlite_column_type(const csqlite *library, csqlite_statement *statement, int index) {
  return library->column_type(statement, index);
}

int64_t csqlite_column_integer(const csqlite *library, csqlite_statement *statement, int index) {
  return library->column_int64(statement, index);
}

double csqlite_column_real(const csqlite *library, csqlite_statement *statement, int index) {
  return library->column_double(statement, index);
}

const unsigned char *csqlite_column_text(
  const csqlite *library, csqlite_statement *statement, int index) {
  return library->column_text(statement, index);
}

int csqlite_column_size(const csqlite *library, csqlite_statement *statement, int index) {
  return library->column_bytes(statement, index);
}

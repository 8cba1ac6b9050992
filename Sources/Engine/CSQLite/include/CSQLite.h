#ifndef CSQLITE_H
#define CSQLITE_H

// The part of SQLite's stable C interface that Paginator uses, in declarations of its own. The
// numbers are SQLite's and never change.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// One connection to a database file (SQLite: sqlite3).
typedef struct csqlite_database csqlite_database;

/// One prepared statement (SQLite: sqlite3_stmt).
typedef struct csqlite_statement csqlite_statement;

typedef enum csqlite_open_flag {
  CSQLITE_OPEN_READONLY = 0x1,
  CSQLITE_OPEN_READWRITE = 0x2,
  CSQLITE_OPEN_CREATE = 0x4,
  CSQLITE_OPEN_NOMUTEX = 0x8000,
  CSQLITE_OPEN_EXRESCODE = 0x2000000,
} csqlite_open_flag;

typedef enum csqlite_code {
  CSQLITE_OK = 0,
  CSQLITE_BUSY = 5,
  CSQLITE_LOCKED = 6,
  CSQLITE_READONLY = 8,
  CSQLITE_FULL = 13,
  CSQLITE_CANTOPEN = 14,
  CSQLITE_TOOBIG = 18,
  CSQLITE_NOTADB = 26,
  CSQLITE_ROW = 100,
  CSQLITE_DONE = 101,
} csqlite_code;

typedef enum csqlite_type {
  CSQLITE_INTEGER = 1,
  CSQLITE_FLOAT = 2,
  CSQLITE_TEXT = 3,
  CSQLITE_BLOB = 4,
  CSQLITE_NULL = 5,
} csqlite_type;

enum { CSQLITE_PREPARE_PERSISTENT = 1, CSQLITE_LIMIT_LENGTH = 0 };

/// The functions of the loaded library, usable on every thread. Their names are SQLite's without
/// "sqlite3_".
typedef struct csqlite {
  int (*config)(int option, ...);
  /// The version as one number: 3037000 is 3.37.0.
  int (*libversion_number)(void);
  /// The database is to be closed also where the code is not CSQLITE_OK.
  int (*open_v2)(
    const char *path, csqlite_database *_Nullable *_Nonnull database, int flags,
    const char *_Nullable vfs);
  int (*close_v2)(csqlite_database *database);
  int (*busy_timeout)(csqlite_database *database, int milliseconds);
  /// The last failure in English; valid until the connection's next call.
  const char *_Nullable (*_Nonnull errmsg)(csqlite_database *database);
  /// Rows that the last INSERT, UPDATE or DELETE itself has changed.
  int (*changes)(csqlite_database *database);
  /// The rowid of the row that an INSERT has added last, or what it was set to since.
  int64_t (*last_insert_rowid)(csqlite_database *database);
  void (*set_last_insert_rowid)(csqlite_database *database, int64_t rowid);
  /// 1 where the file can only be read.
  int (*db_readonly)(csqlite_database *database, const char *schema);
  int (*limit)(csqlite_database *database, int which, int value);
  /// 0 where a transaction is open.
  int (*get_autocommit)(csqlite_database *database);
  /// NULL in `*statement` where the code is not CSQLITE_OK.
  int (*prepare_v3)(
    csqlite_database *database, const char *_Nullable sql, int size, unsigned int flags,
    csqlite_statement *_Nullable *_Nonnull statement, const char *_Nullable *_Nullable tail);
  int (*step)(csqlite_statement *statement);
  int (*reset)(csqlite_statement *statement);
  int (*finalize)(csqlite_statement *statement);
  /// The first parameter is 1.
  int (*bind_null)(csqlite_statement *statement, int index);
  int (*bind_int64)(csqlite_statement *statement, int index, int64_t value);
  int (*bind_double)(csqlite_statement *statement, int index, double value);
  int (*bind_text64)(
    csqlite_statement *statement, int index, const char *text, uint64_t size,
    void (*_Nullable destructor)(void *), unsigned char encoding);
  int (*column_count)(csqlite_statement *statement);
  /// The first column is 0.
  int (*column_type)(csqlite_statement *statement, int index);
  int64_t (*column_int64)(csqlite_statement *statement, int index);
  double (*column_double)(csqlite_statement *statement, int index);
  /// The text and then its size; valid until the next step.
  const unsigned char *_Nullable (*_Nonnull column_text)(csqlite_statement *statement, int index);
  int (*column_bytes)(csqlite_statement *statement, int index);
} csqlite;

/// Loads the library of that file name. NULL where it is missing or lacks a function; then
/// `detail`, with room for `detail_size` bytes, says why.
const csqlite *_Nullable csqlite_load(const char *file_name, char *detail, size_t detail_size);

/// Lends bytes of UTF-8, which must stay until the parameter is bound anew.
int csqlite_bind_text(
  const csqlite *library, csqlite_statement *statement, int index, const void *_Nullable bytes,
  size_t size);
/// Copies bytes of UTF-8.
int csqlite_bind_text_copy(
  const csqlite *library, csqlite_statement *statement, int index, const void *_Nullable bytes,
  size_t size);

#pragma clang assume_nonnull end

#endif

#ifndef CSQLITE_H
#define CSQLITE_H

// The part of SQLite's stable C interface that Paginator uses, in prototypes of its own: no
// SQLite header is needed to build, and the library is loaded at run time, when it is first
// needed. The numbers are SQLite's and never change.

#include <stddef.h>
#include <stdint.h>

/// The loaded library: a table of functions, immutable once loaded, usable on every thread.
typedef struct csqlite csqlite;

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

/// Loads the library of that file name. NULL where it is missing or lacks a function; then
/// `detail`, with room for `detail_size` bytes, says why.
csqlite *csqlite_load(const char *file_name, char *detail, size_t detail_size);

/// The library's version as one number: 3037000 is 3.37.0.
int csqlite_version(const csqlite *library);

/// Opens a file; `*database` is to be closed also where the code is not CSQLITE_OK.
int csqlite_open(
  const csqlite *library, const char *path, int flags, csqlite_database **database);
void csqlite_close(const csqlite *library, csqlite_database *database);
void csqlite_busy_timeout(const csqlite *library, csqlite_database *database, int milliseconds);
/// What went wrong last, in English; valid until the connection's next call.
const char *csqlite_message(const csqlite *library, csqlite_database *database);
/// Rows that the last INSERT, UPDATE or DELETE itself has changed.
int64_t csqlite_changes(const csqlite *library, csqlite_database *database);
/// The rowid of the row that an INSERT has added last, or what it was set to since.
int64_t csqlite_last_rowid(const csqlite *library, csqlite_database *database);
void csqlite_set_last_rowid(const csqlite *library, csqlite_database *database, int64_t rowid);
/// Whether the file can only be read.
int csqlite_is_read_only(const csqlite *library, csqlite_database *database);
/// Lowers the greatest size of a row, in bytes.
void csqlite_limit_row(const csqlite *library, csqlite_database *database, int bytes);
/// Whether no transaction is open.
int csqlite_is_idle(const csqlite *library, csqlite_database *database);

/// Prepares one statement for many uses. NULL in `*statement` where the code is not CSQLITE_OK.
int csqlite_prepare(
  const csqlite *library, csqlite_database *database, const char *sql, int size,
  csqlite_statement **statement);
int csqlite_step(const csqlite *library, csqlite_statement *statement);
int csqlite_reset(const csqlite *library, csqlite_statement *statement);
void csqlite_finalize(const csqlite *library, csqlite_statement *statement);

/// The first parameter is 1.
int csqlite_bind_null(const csqlite *library, csqlite_statement *statement, int index);
int csqlite_bind_integer(
  const csqlite *library, csqlite_statement *statement, int index, int64_t value);
int csqlite_bind_real(
  const csqlite *library, csqlite_statement *statement, int index, double value);
/// Lends bytes of UTF-8, which must stay until the parameter is bound anew.
int csqlite_bind_text(
  const csqlite *library, csqlite_statement *statement, int index, const void *bytes,
  int64_t size);
/// Copies bytes of UTF-8.
int csqlite_bind_text_copy(
  const csqlite *library, csqlite_statement *statement, int index, const void *bytes,
  int64_t size);

int csqlite_column_count(const csqlite *library, csqlite_statement *statement);
/// The first column is 0.
int csqlite_column_type(const csqlite *library, csqlite_statement *statement, int index);
int64_t csqlite_column_integer(const csqlite *library, csqlite_statement *statement, int index);
double csqlite_column_real(const csqlite *library, csqlite_statement *statement, int index);
/// The text and then its size; valid until the next step.
const unsigned char *csqlite_column_text(
  const csqlite *library, csqlite_statement *statement, int index);
int csqlite_column_size(const csqlite *library, csqlite_statement *statement, int index);

#endif

#ifndef CEXPAT_H
#define CEXPAT_H

// The part of libexpat's stable C interface that Paginator uses, in declarations of its own. The
// numbers are expat's and never change.

#include <stddef.h>

/// The loaded library: a table of functions, immutable once loaded, usable on every thread.
typedef struct cexpat cexpat;

/// The functions that are called while a document is read. Each returns 0 to go on, and 1 to end it there.
typedef struct cexpat_handlers {
  /// Names and values of the attributes by turns, ended by NULL.
  int (*start)(void *context, const char *name, const char *const *attributes);
  int (*end)(void *context);
  int (*text)(void *context, const char *text, int size);
  /// An entity is declared (1), or used without that (0).
  int (*entity)(void *context, const char *name, int is_declared);
} cexpat_handlers;

/// The outcome of reading a document.
typedef struct cexpat_outcome {
  /// 0 for a whole document; else one of expat's codes, and -1 when out of memory.
  int code;
  /// In expat's words, which live as long as the library; NULL for nothing.
  const char *message;
  /// The byte where it was noticed.
  long offset;
  /// The document is at its end too early: 1 where what came of it has no other fault.
  int is_cut;
} cexpat_outcome;

/// Loads the library of that file name. NULL where it is missing or lacks a function; then
/// `detail`, with room for `detail_size` bytes, says why.
const cexpat *cexpat_load(const char *file_name, char *detail, size_t detail_size);

/// Reads a document. `encoding`: the one that beats the document's own word; NULL for none.
cexpat_outcome cexpat_read(
  const cexpat *library, const char *encoding, const cexpat_handlers *handlers, void *context,
  const void *data, size_t size);

#endif

#ifndef CZLIB_H
#define CZLIB_H

// The part of zlib's stable C interface that Paginator uses, in declarations of its own. The numbers
// are zlib's and never change.

#include <stddef.h>
#include <stdint.h>

/// The loaded library: a table of functions, immutable once loaded, usable on every thread.
typedef struct czlib czlib;

/// One stream of compressed data that is being read.
typedef struct czlib_stream czlib_stream;

/// How compressed data is wrapped (zlib: windowBits).
typedef enum czlib_format {
  CZLIB_RAW = -15,
  CZLIB_ZLIB = 15,
  CZLIB_GZIP = 31,
} czlib_format;

typedef enum czlib_code {
  CZLIB_OK = 0,
  CZLIB_STREAM_END = 1,
  CZLIB_NEED_DICTIONARY = 2,
  CZLIB_DATA_ERROR = -3,
  CZLIB_OUT_OF_MEMORY = -4,
  CZLIB_NO_PROGRESS = -5,
} czlib_code;

/// Loads the library of that file name. NULL where it is missing or lacks a function; then
/// `detail`, with room for `detail_size` bytes, says why.
const czlib *czlib_load(const char *file_name, char *detail, size_t detail_size);

/// A stream of that format; NULL when out of memory.
czlib_stream *czlib_stream_new(const czlib *library, czlib_format format);
void czlib_stream_free(const czlib *library, czlib_stream *stream);
/// Puts the stream at the beginning of another one of the same format.
int czlib_stream_reset(const czlib *library, czlib_stream *stream);
/// What is wrong with the data, in zlib's words, which live as long as the library; NULL for nothing.
const char *czlib_stream_message(const czlib_stream *stream);

/// Reads compressed data until it, or the room, is used up, or the stream ends; `taken` is how much
/// was read, `made` how much was written.
int czlib_inflate(
  const czlib *library, czlib_stream *stream, const void *data, size_t data_size, void *room,
  size_t room_size, size_t *taken, size_t *made);

/// Compresses that many spaces followed by data, as an API does; how much was written, or -1 where
/// the room is too small. `level`: from 0 to 9. `strategy`: from 0 to 4.
int64_t czlib_deflate(
  const czlib *library, czlib_format format, int level, int strategy, size_t blanks,
  const void *data, size_t data_size, void *room, size_t room_size);

#endif

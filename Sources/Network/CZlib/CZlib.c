#include "CZlib.h"

#include <CLoader.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// zlib's z_stream; it has had this layout since 1995.
struct z_stream {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *(*allocate)(void *context, unsigned int count, unsigned int size);
  void (*release)(void *context, void *address);
  void *context;
  int data_type;
  unsigned long checksum;
  unsigned long reserved;
};

struct czlib_stream {
  struct z_stream z;
};

// The functions, by zlib's own names.
struct czlib {
  int (*inflateInit2_)(struct z_stream *stream, int window_bits, const char *version, int size);
  int (*inflate)(struct z_stream *stream, int flush);
  int (*inflateReset)(struct z_stream *stream);
  int (*inflateEnd)(struct z_stream *stream);
  int (*deflateInit2_)(
    struct z_stream *stream, int level, int method, int window_bits, int memory_level, int strategy,
    const char *version, int size);
  int (*deflate)(struct z_stream *stream, int flush);
  int (*deflateEnd)(struct z_stream *stream);
};

// The library checks the first digit and the size of the structure.
static const char version[] = "1.2.3";

enum { NO_FLUSH = 0, FINISH = 4, DEFLATED = 8, MEMORY_LEVEL = 8 };

#define FUNCTION(name) {#name, offsetof(czlib, name)}

const czlib *czlib_load(const char *file_name, char *detail, size_t detail_size) {
  static const cloader_function functions[] = {
    FUNCTION(inflateInit2_), FUNCTION(inflate), FUNCTION(inflateReset), FUNCTION(inflateEnd),
    FUNCTION(deflateInit2_), FUNCTION(deflate), FUNCTION(deflateEnd), {NULL, 0},
  };
  return cloader_load(file_name, functions, sizeof(czlib), detail, detail_size);
}

czlib_stream *czlib_stream_new(const czlib *library, czlib_format format) {
  czlib_stream *stream = calloc(1, sizeof(czlib_stream));
  if (!stream) return NULL;
  if (library->inflateInit2_(&stream->z, (int)format, version, (int)sizeof(struct z_stream))) {
    free(stream);
    return NULL;
  }
  return stream;
}

void czlib_stream_free(const czlib *library, czlib_stream *stream) {
  if (!stream) return;
  library->inflateEnd(&stream->z);
  free(stream);
}

int czlib_stream_reset(const czlib *library, czlib_stream *stream) {
  return library->inflateReset(&stream->z);
}

const char *czlib_stream_message(const czlib_stream *stream) { return stream->z.message; }

static unsigned int part(size_t size) { return size > UINT_MAX ? UINT_MAX : (unsigned int)size; }

int czlib_inflate(
  const czlib *library, czlib_stream *stream, const void *data, size_t data_size, void *room,
  size_t room_size, size_t *taken, size_t *made) {
  static const unsigned char nothing[1] = {0};
  unsigned int in = part(data_size), out = part(room_size);
  // zlib refuses a null pointer even where nothing is to be read.
  stream->z.next_in = data ? data : nothing;
  stream->z.avail_in = in;
  stream->z.next_out = room;
  stream->z.avail_out = out;
  int code = library->inflate(&stream->z, NO_FLUSH);
  *taken = in - stream->z.avail_in;
  *made = out - stream->z.avail_out;
  return code;
}

int64_t czlib_deflate(
  const czlib *library, czlib_format format, int level, int strategy, size_t blanks,
  const void *data, size_t data_size, void *room, size_t room_size) {
  if (data_size > UINT_MAX || room_size > UINT_MAX) return -1;
  struct z_stream z = {0};
  if (library->deflateInit2_(
        &z, level, DEFLATED, (int)format, MEMORY_LEVEL, strategy, version, (int)sizeof(z)))
    return -1;
  z.next_out = room;
  z.avail_out = (unsigned int)room_size;
  unsigned char block[16384];
  memset(block, ' ', sizeof(block));
  // What does not fit into the room is left over, and the end does not fit either.
  while (blanks > 0 && z.avail_in == 0) {
    z.next_in = block;
    z.avail_in = (unsigned int)(blanks < sizeof(block) ? blanks : sizeof(block));
    blanks -= z.avail_in;
    library->deflate(&z, NO_FLUSH);
  }
  if (z.avail_in == 0) {
    z.next_in = data;
    z.avail_in = (unsigned int)data_size;
  }
  int code = library->deflate(&z, FINISH);
  int64_t made = (int64_t)(room_size - z.avail_out);
  library->deflateEnd(&z);
  return code == CZLIB_STREAM_END ? made : -1;
}

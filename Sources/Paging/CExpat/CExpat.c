#include "CExpat.h"

#include <dlfcn.h>
#include <stdlib.h>

typedef struct XML_ParserStruct *parser;

struct cexpat {
  parser (*create)(const char *encoding);
  void (*free)(parser parser);
  int (*parse)(parser parser, const char *data, int size, int is_final);
  int (*stop)(parser parser, unsigned char is_resumable);
  int (*error)(parser parser);
  const char *(*words)(int code);
  long (*offset)(parser parser);
  void (*set_user_data)(parser parser, void *data);
  void (*set_elements)(
    parser parser, void (*start)(void *data, const char *name, const char **attributes),
    void (*end)(void *data, const char *name));
  void (*set_text)(parser parser, void (*text)(void *data, const char *text, int size));
  void (*set_entities)(
    parser parser,
    void (*declared)(
      void *data, const char *name, int is_parameter, const char *value, int size,
      const char *base, const char *system_id, const char *public_id, const char *notation));
  void (*set_skipped)(
    parser parser, void (*skipped)(void *data, const char *name, int is_parameter));
};

// POSIX makes a data pointer and a function pointer interchangeable for dlsym; ISO C does not,
// hence the way through a pointer to the member.
#define LOOK_UP(member, name)                                                   \
  do {                                                                          \
    *(void **)&library->member = dlsym(handle, name);                           \
    if (!library->member) {                                                     \
      free(library);                                                            \
      dlclose(handle);                                                          \
      return NULL;                                                              \
    }                                                                           \
  } while (0)

cexpat *cexpat_load(const char *file_name) {
  void *handle = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return NULL;
  cexpat *library = calloc(1, sizeof(cexpat));
  if (!library) {
    dlclose(handle);
    return NULL;
  }
  LOOK_UP(create, "XML_ParserCreate");
  LOOK_UP(free, "XML_ParserFree");
  LOOK_UP(parse, "XML_Parse");
  LOOK_UP(stop, "XML_StopParser");
  LOOK_UP(error, "XML_GetErrorCode");
  LOOK_UP(words, "XML_ErrorString");
  LOOK_UP(offset, "XML_GetCurrentByteIndex");
  LOOK_UP(set_user_data, "XML_SetUserData");
  LOOK_UP(set_elements, "XML_SetElementHandler");
  LOOK_UP(set_text, "XML_SetCharacterDataHandler");
  LOOK_UP(set_entities, "XML_SetEntityDeclHandler");
  LOOK_UP(set_skipped, "XML_SetSkippedEntityHandler");
  return library;
}

struct reading {
  const cexpat *library;
  parser parser;
  const cexpat_handlers *handlers;
  void *context;
  // Expat may call on after a stop, for the end of an empty element.
  int is_stopped;
};

static void take(struct reading *reading, int is_over) {
  if (!is_over) return;
  reading->is_stopped = 1;
  reading->library->stop(reading->parser, 0);
}

static void start(void *data, const char *name, const char **attributes) {
  struct reading *reading = data;
  if (reading->is_stopped) return;
  take(reading, reading->handlers->start(reading->context, name, attributes));
}

static void end(void *data, const char *name) {
  struct reading *reading = data;
  (void)name;
  if (reading->is_stopped) return;
  take(reading, reading->handlers->end(reading->context));
}

static void text(void *data, const char *text, int size) {
  struct reading *reading = data;
  if (reading->is_stopped) return;
  take(reading, reading->handlers->text(reading->context, text, size));
}

static void declared(
  void *data, const char *name, int is_parameter, const char *value, int size, const char *base,
  const char *system_id, const char *public_id, const char *notation) {
  struct reading *reading = data;
  (void)is_parameter, (void)value, (void)size, (void)base;
  (void)system_id, (void)public_id, (void)notation;
  if (reading->is_stopped) return;
  take(reading, reading->handlers->entity(reading->context, name, 1));
}

static void skipped(void *data, const char *name, int is_parameter) {
  struct reading *reading = data;
  // A parameter entity is a part of the document type, which is not read.
  if (is_parameter || reading->is_stopped) return;
  take(reading, reading->handlers->entity(reading->context, name, 0));
}

// Expat's codes for a text that is over before the document is: no element, an unclosed token, part
// of a character, an unclosed CDATA section.
static int is_unfinished(int code) { return code == 3 || code == 5 || code == 6 || code == 20; }

enum { PIECE = 1 << 20 };

cexpat_outcome cexpat_read(
  const cexpat *library, const char *encoding, const cexpat_handlers *handlers, void *context,
  const void *data, size_t size) {
  cexpat_outcome outcome = {-1, NULL, 0, 0};
  struct reading reading = {library, library->create(encoding), handlers, context, 0};
  if (!reading.parser) return outcome;
  library->set_user_data(reading.parser, &reading);
  library->set_elements(reading.parser, start, end);
  library->set_text(reading.parser, text);
  library->set_entities(reading.parser, declared);
  library->set_skipped(reading.parser, skipped);
  const char *rest = data;
  int is_good = 1;
  while (is_good && size > 0) {
    int piece = size > PIECE ? PIECE : (int)size;
    is_good = library->parse(reading.parser, rest, piece, 0);
    rest += piece;
    size -= (size_t)piece;
  }
  int is_at_end = is_good;
  if (is_good) is_good = library->parse(reading.parser, "", 0, 1);
  outcome.code = is_good ? 0 : library->error(reading.parser);
  if (!is_good) {
    outcome.message = library->words(outcome.code);
    outcome.offset = library->offset(reading.parser);
    outcome.is_cut = is_at_end && is_unfinished(outcome.code);
  }
  library->free(reading.parser);
  return outcome;
}

#include "CExpat.h"

#include <CLoader.h>

typedef struct XML_ParserStruct *parser;

// The functions, by expat's own names without "XML_".
struct cexpat {
  parser (*ParserCreate)(const char *encoding);
  void (*ParserFree)(parser parser);
  int (*Parse)(parser parser, const char *data, int size, int is_final);
  int (*StopParser)(parser parser, unsigned char is_resumable);
  int (*GetErrorCode)(parser parser);
  const char *(*ErrorString)(int code);
  long (*GetCurrentByteIndex)(parser parser);
  void (*SetUserData)(parser parser, void *data);
  void (*SetElementHandler)(
    parser parser, void (*start)(void *data, const char *name, const char **attributes),
    void (*end)(void *data, const char *name));
  void (*SetCharacterDataHandler)(
    parser parser, void (*text)(void *data, const char *text, int size));
  void (*SetEntityDeclHandler)(
    parser parser,
    void (*declared)(
      void *data, const char *name, int is_parameter, const char *value, int size,
      const char *base, const char *system_id, const char *public_id, const char *notation));
  void (*SetSkippedEntityHandler)(
    parser parser, void (*skipped)(void *data, const char *name, int is_parameter));
};

#define FUNCTION(name) {"XML_" #name, offsetof(cexpat, name)}

const cexpat *cexpat_load(const char *file_name, char *detail, size_t detail_size) {
  static const cloader_function functions[] = {
    FUNCTION(ParserCreate), FUNCTION(ParserFree), FUNCTION(Parse), FUNCTION(StopParser),
    FUNCTION(GetErrorCode), FUNCTION(ErrorString), FUNCTION(GetCurrentByteIndex),
    FUNCTION(SetUserData), FUNCTION(SetElementHandler), FUNCTION(SetCharacterDataHandler),
    FUNCTION(SetEntityDeclHandler), FUNCTION(SetSkippedEntityHandler), {NULL, 0},
  };
  return cloader_load(file_name, functions, sizeof(cexpat), detail, detail_size);
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
  reading->library->StopParser(reading->parser, 0);
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
  struct reading reading = {library, library->ParserCreate(encoding), handlers, context, 0};
  if (!reading.parser) return outcome;
  library->SetUserData(reading.parser, &reading);
  library->SetElementHandler(reading.parser, start, end);
  library->SetCharacterDataHandler(reading.parser, text);
  library->SetEntityDeclHandler(reading.parser, declared);
  library->SetSkippedEntityHandler(reading.parser, skipped);
  const char *rest = data;
  int is_good = 1;
  while (is_good && size > 0) {
    int piece = size > PIECE ? PIECE : (int)size;
    is_good = library->Parse(reading.parser, rest, piece, 0);
    rest += piece;
    size -= (size_t)piece;
  }
  int is_at_end = is_good;
  if (is_good) is_good = library->Parse(reading.parser, "", 0, 1);
  outcome.code = is_good ? 0 : library->GetErrorCode(reading.parser);
  if (!is_good) {
    outcome.message = library->ErrorString(outcome.code);
    outcome.offset = library->GetCurrentByteIndex(reading.parser);
    outcome.is_cut = is_at_end && is_unfinished(outcome.code);
  }
  library->ParserFree(reading.parser);
  return outcome;
}

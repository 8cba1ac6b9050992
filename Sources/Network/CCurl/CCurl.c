#include "CCurl.h"

#include <CLoader.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

// Numbers of the options and infos that have a wrapper of their own.
enum {
  OPTION_WRITEDATA = 10001,
  OPTION_ERRORBUFFER = 10010,
  OPTION_HTTPHEADER = 10023,
  OPTION_HEADERDATA = 10029,
  OPTION_SHARE = 10100,
  OPTION_OPENSOCKETDATA = 10164,
  OPTION_CLOSESOCKETDATA = 10209,
  OPTION_OPENSOCKETFUNCTION = 20163,
  OPTION_CLOSESOCKETFUNCTION = 20208,
  OPTION_PRIVATE = 10103,
  OPTION_COPYPOSTFIELDS = 10165,
  OPTION_PREREQDATA = 10313,
  OPTION_WRITEFUNCTION = 20011,
  OPTION_HEADERFUNCTION = 20079,
  OPTION_PREREQFUNCTION = 20312,
  OPTION_POSTFIELDSIZE_LARGE = 30120,
  OPTION_CAINFO_BLOB = 40309,
  INFO_PRIVATE = 1048597,
  INFO_TYPE_MASK = 0xf00000,
  INFO_TYPE_LONG = 0x200000,
  SHARE_OPTION_SHARE = 1,
  SHARED_SSL_SESSIONS = 4,
};

enum { MESSAGE_DONE = 1, BLOB_COPY = 1 };

// libcurl's struct curl_blob.
struct blob {
  const void *bytes;
  size_t byte_count;
  unsigned int flags;
};

// libcurl's struct CURLMsg.
struct ccurl_message {
  int kind;
  ccurl_easy *easy;
  union {
    void *whatever;
    int code;
  } data;
};

#define FUNCTION(name) {"curl_" #name, offsetof(ccurl, name)}

const ccurl *ccurl_load(const char *file_name, char *detail, size_t detail_size) {
  static const cloader_function functions[] = {
    FUNCTION(global_init), FUNCTION(easy_init), FUNCTION(easy_setopt), FUNCTION(easy_getinfo),
    FUNCTION(easy_cleanup), FUNCTION(easy_strerror), FUNCTION(share_init), FUNCTION(share_setopt),
    FUNCTION(share_cleanup), FUNCTION(slist_append), FUNCTION(slist_free_all),
    FUNCTION(multi_init), FUNCTION(multi_cleanup), FUNCTION(multi_setopt),
    FUNCTION(multi_add_handle), FUNCTION(multi_remove_handle), FUNCTION(multi_perform),
    FUNCTION(multi_poll), FUNCTION(multi_wakeup), FUNCTION(multi_info_read), FUNCTION(url),
    FUNCTION(url_cleanup), FUNCTION(url_set), FUNCTION(url_get), FUNCTION(free), {NULL, 0},
  };
  _Static_assert(
    sizeof(functions) / sizeof(*functions) - 1 == sizeof(ccurl) / sizeof(void *),
    "no function is left out");
  return cloader_load(file_name, functions, sizeof(ccurl), detail, detail_size);
}

int ccurl_set_number(const ccurl *library, ccurl_easy *easy, ccurl_option option, long value) {
  return library->easy_setopt(easy, (int)option, value);
}

int ccurl_set_text(
  const ccurl *library, ccurl_easy *easy, ccurl_option option, const char *value) {
  return library->easy_setopt(easy, (int)option, value);
}

int ccurl_set_headers(const ccurl *library, ccurl_easy *easy, ccurl_list *lines) {
  return library->easy_setopt(easy, OPTION_HTTPHEADER, lines);
}

int ccurl_set_body(
  const ccurl *library, ccurl_easy *easy, const void *bytes, int64_t byte_count) {
  int code = library->easy_setopt(easy, OPTION_POSTFIELDSIZE_LARGE, byte_count);
  return code ? code : library->easy_setopt(easy, OPTION_COPYPOSTFIELDS, bytes);
}

int ccurl_set_certificates(
  const ccurl *library, ccurl_easy *easy, const void *bytes, size_t byte_count) {
  struct blob blob = {bytes, byte_count, BLOB_COPY};
  return library->easy_setopt(easy, OPTION_CAINFO_BLOB, &blob);
}

int ccurl_set_error_buffer(const ccurl *library, ccurl_easy *easy, char *buffer) {
  return library->easy_setopt(easy, OPTION_ERRORBUFFER, buffer);
}

int ccurl_set_receivers(
  const ccurl *library, ccurl_easy *easy, ccurl_receive body, ccurl_receive header,
  void *context) {
  int code = library->easy_setopt(easy, OPTION_WRITEFUNCTION, body);
  if (!code) code = library->easy_setopt(easy, OPTION_WRITEDATA, context);
  if (!code) code = library->easy_setopt(easy, OPTION_HEADERFUNCTION, header);
  if (!code) code = library->easy_setopt(easy, OPTION_HEADERDATA, context);
  if (!code) code = library->easy_setopt(easy, OPTION_PRIVATE, context);
  return code;
}

int ccurl_set_before_request(
  const ccurl *library, ccurl_easy *easy, ccurl_before_request function, void *context) {
  int code = library->easy_setopt(easy, OPTION_PREREQFUNCTION, function);
  return code ? code : library->easy_setopt(easy, OPTION_PREREQDATA, context);
}

int64_t ccurl_get_number(const ccurl *library, ccurl_easy *easy, ccurl_info info) {
  if ((info & INFO_TYPE_MASK) == INFO_TYPE_LONG) {
    long value = 0;
    return library->easy_getinfo(easy, (int)info, &value) ? 0 : value;
  }
  int64_t value = 0;
  return library->easy_getinfo(easy, (int)info, &value) ? 0 : value;
}

// libcurl's struct curl_sockaddr; the address may be longer than it says here.
struct socket_kind {
  int family;
  int type;
  int protocol;
  unsigned int address_size;
  struct sockaddr address;
};

static int open_socket(void *watch, int purpose, struct socket_kind *kind) {
  (void)purpose;
  int descriptor = socket(kind->family, kind->type, kind->protocol);
  if (descriptor < 0) return -1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  const ccurl_socket_watch *told = watch;
  told->note(told->context, descriptor, 1);
  return descriptor;
}

// The same for addresses that the watch accepts.
static int open_accepted_socket(void *watch, int purpose, struct socket_kind *kind) {
  const ccurl_socket_watch *told = watch;
  const void *bytes = NULL;
  size_t count = 0;
  if (kind->address.sa_family == AF_INET && kind->address_size >= sizeof(struct sockaddr_in)) {
    bytes = &((const struct sockaddr_in *)(const void *)&kind->address)->sin_addr;
    count = 4;
  } else if (
    kind->address.sa_family == AF_INET6 && kind->address_size >= sizeof(struct sockaddr_in6)) {
    bytes = &((const struct sockaddr_in6 *)(const void *)&kind->address)->sin6_addr;
    count = 16;
  }
  if (!bytes || !told->accept(bytes, count)) return -1;
  return open_socket(watch, purpose, kind);
}

static int close_socket(void *watch, int descriptor) {
  const ccurl_socket_watch *told = watch;
  told->note(told->context, descriptor, 0);
  return close(descriptor);
}

int ccurl_set_socket_watch(
  const ccurl *library, ccurl_easy *easy, ccurl_socket_watch *watch, int asks) {
  int code = library->easy_setopt(
    easy, OPTION_OPENSOCKETFUNCTION, asks ? open_accepted_socket : open_socket);
  if (!code) code = library->easy_setopt(easy, OPTION_OPENSOCKETDATA, watch);
  if (!code) code = library->easy_setopt(easy, OPTION_CLOSESOCKETFUNCTION, close_socket);
  if (!code) code = library->easy_setopt(easy, OPTION_CLOSESOCKETDATA, watch);
  return code;
}

int ccurl_set_share(const ccurl *library, ccurl_easy *easy, ccurl_share *share) {
  return library->easy_setopt(easy, OPTION_SHARE, share);
}

ccurl_share *ccurl_share_new(const ccurl *library) {
  ccurl_share *share = library->share_init();
  if (share && library->share_setopt(share, SHARE_OPTION_SHARE, SHARED_SSL_SESSIONS)) {
    library->share_cleanup(share);
    return NULL;
  }
  return share;
}

int ccurl_multi_set_number(
  const ccurl *library, ccurl_multi *multi, ccurl_multi_option option, long value) {
  return library->multi_setopt(multi, (int)option, value);
}

void *ccurl_next_done(const ccurl *library, ccurl_multi *multi, int *code) {
  int left = 0;
  struct ccurl_message *message;
  while ((message = library->multi_info_read(multi, &left))) {
    if (message->kind != MESSAGE_DONE) continue;
    char *context = NULL;
    *code = message->data.code;
    library->easy_getinfo(message->easy, INFO_PRIVATE, &context);
    return context;
  }
  return NULL;
}

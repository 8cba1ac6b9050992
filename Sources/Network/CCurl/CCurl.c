#include "CCurl.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
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

enum { GLOBAL_DEFAULT = 3, MESSAGE_DONE = 1, BLOB_COPY = 1 };

// libcurl's struct curl_blob.
struct blob {
  const void *bytes;
  size_t byte_count;
  unsigned int flags;
};

struct message {
  int kind;
  ccurl_easy *easy;
  union {
    void *whatever;
    int code;
  } data;
};

struct ccurl {
  int (*global_init)(long flags);
  ccurl_easy *(*easy_init)(void);
  int (*easy_setopt)(ccurl_easy *easy, int option, ...);
  int (*easy_getinfo)(ccurl_easy *easy, int info, ...);
  void (*easy_cleanup)(ccurl_easy *easy);
  const char *(*easy_strerror)(int code);
  ccurl_share *(*share_init)(void);
  int (*share_setopt)(ccurl_share *share, int option, ...);
  int (*share_cleanup)(ccurl_share *share);
  ccurl_list *(*slist_append)(ccurl_list *list, const char *line);
  void (*slist_free_all)(ccurl_list *list);
  ccurl_multi *(*multi_init)(void);
  int (*multi_cleanup)(ccurl_multi *multi);
  int (*multi_setopt)(ccurl_multi *multi, int option, ...);
  int (*multi_add_handle)(ccurl_multi *multi, ccurl_easy *easy);
  int (*multi_remove_handle)(ccurl_multi *multi, ccurl_easy *easy);
  int (*multi_perform)(ccurl_multi *multi, int *running);
  int (*multi_poll)(
    ccurl_multi *multi, void *extra, unsigned int extra_count, int milliseconds, int *ready);
  int (*multi_wakeup)(ccurl_multi *multi);
  struct message *(*multi_info_read)(ccurl_multi *multi, int *left);
  ccurl_url *(*url)(void);
  void (*url_cleanup)(ccurl_url *url);
  int (*url_set)(ccurl_url *url, int part, const char *text, unsigned int flags);
  int (*url_get)(ccurl_url *url, int part, char **text, unsigned int flags);
  void (*free)(void *text);
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

ccurl *ccurl_load(const char *file_name, char *detail, size_t detail_size) {
  /* As for a program that is linked to it: of its thirty libraries few functions are ever called. */
  void *handle = dlopen(file_name, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    snprintf(detail, detail_size, "%s", reason ? reason : "not found");
    return NULL;
  }
  ccurl *library = calloc(1, sizeof(ccurl));
  if (!library) {
    snprintf(detail, detail_size, "out of memory");
    dlclose(handle);
    return NULL;
  }
  LOOK_UP(global_init, "curl_global_init");
  LOOK_UP(easy_init, "curl_easy_init");
  LOOK_UP(easy_setopt, "curl_easy_setopt");
  LOOK_UP(easy_getinfo, "curl_easy_getinfo");
  LOOK_UP(easy_cleanup, "curl_easy_cleanup");
  LOOK_UP(easy_strerror, "curl_easy_strerror");
  LOOK_UP(share_init, "curl_share_init");
  LOOK_UP(share_setopt, "curl_share_setopt");
  LOOK_UP(share_cleanup, "curl_share_cleanup");
  LOOK_UP(slist_append, "curl_slist_append");
  LOOK_UP(slist_free_all, "curl_slist_free_all");
  LOOK_UP(multi_init, "curl_multi_init");
  LOOK_UP(multi_cleanup, "curl_multi_cleanup");
  LOOK_UP(multi_setopt, "curl_multi_setopt");
  LOOK_UP(multi_add_handle, "curl_multi_add_handle");
  LOOK_UP(multi_remove_handle, "curl_multi_remove_handle");
  LOOK_UP(multi_perform, "curl_multi_perform");
  LOOK_UP(multi_poll, "curl_multi_poll");
  LOOK_UP(multi_wakeup, "curl_multi_wakeup");
  LOOK_UP(multi_info_read, "curl_multi_info_read");
  LOOK_UP(url, "curl_url");
  LOOK_UP(url_cleanup, "curl_url_cleanup");
  LOOK_UP(url_set, "curl_url_set");
  LOOK_UP(url_get, "curl_url_get");
  LOOK_UP(free, "curl_free");
  return library;
}

int ccurl_global_init(const ccurl *library) { return library->global_init(GLOBAL_DEFAULT); }

ccurl_easy *ccurl_easy_new(const ccurl *library) { return library->easy_init(); }

void ccurl_easy_free(const ccurl *library, ccurl_easy *easy) { library->easy_cleanup(easy); }

const char *ccurl_easy_message(const ccurl *library, int code) {
  return library->easy_strerror(code);
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

void ccurl_share_free(const ccurl *library, ccurl_share *share) {
  if (share) library->share_cleanup(share);
}

ccurl_list *ccurl_list_add(const ccurl *library, ccurl_list *list, const char *line) {
  return library->slist_append(list, line);
}

void ccurl_list_free(const ccurl *library, ccurl_list *list) { library->slist_free_all(list); }

ccurl_multi *ccurl_multi_new(const ccurl *library) { return library->multi_init(); }

int ccurl_multi_free(const ccurl *library, ccurl_multi *multi) {
  return library->multi_cleanup(multi);
}

int ccurl_multi_set_number(
  const ccurl *library, ccurl_multi *multi, ccurl_multi_option option, long value) {
  return library->multi_setopt(multi, (int)option, value);
}

int ccurl_multi_add(const ccurl *library, ccurl_multi *multi, ccurl_easy *easy) {
  return library->multi_add_handle(multi, easy);
}

int ccurl_multi_remove(const ccurl *library, ccurl_multi *multi, ccurl_easy *easy) {
  return library->multi_remove_handle(multi, easy);
}

int ccurl_multi_perform(const ccurl *library, ccurl_multi *multi) {
  int running = 0;
  return library->multi_perform(multi, &running);
}

int ccurl_multi_wait(const ccurl *library, ccurl_multi *multi, int milliseconds) {
  return library->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

int ccurl_multi_wake(const ccurl *library, ccurl_multi *multi) {
  return library->multi_wakeup(multi);
}

void *ccurl_multi_next_done(const ccurl *library, ccurl_multi *multi, int *code) {
  int left = 0;
  struct message *message;
  while ((message = library->multi_info_read(multi, &left))) {
    if (message->kind != MESSAGE_DONE) continue;
    char *context = NULL;
    *code = message->data.code;
    library->easy_getinfo(message->easy, INFO_PRIVATE, &context);
    return context;
  }
  return NULL;
}

ccurl_url *ccurl_url_new(const ccurl *library) { return library->url(); }

void ccurl_url_free(const ccurl *library, ccurl_url *url) { library->url_cleanup(url); }

int ccurl_url_set(
  const ccurl *library, ccurl_url *url, ccurl_url_part part, const char *text,
  unsigned int flags) {
  return library->url_set(url, (int)part, text, flags);
}

char *ccurl_url_get(
  const ccurl *library, ccurl_url *url, ccurl_url_part part, unsigned int flags) {
  char *text = NULL;
  return library->url_get(url, (int)part, &text, flags) ? NULL : text;
}

void ccurl_text_free(const ccurl *library, char *text) { library->free(text); }

#ifndef CCURL_H
#define CCURL_H

// The part of libcurl's stable C interface that Paginator uses, in declarations of its own. The
// numbers are libcurl's and never change.
//
// libcurl's option and info functions are variadic. They are called in C: another calling
// convention is used for them on Apple's arm64, so that they must not be called as if they had a
// fixed number of arguments.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// One transfer (libcurl: CURL).
typedef struct ccurl_easy ccurl_easy;

/// The set of running transfers and kept connections (libcurl: CURLM).
typedef struct ccurl_multi ccurl_multi;

/// A list of header lines (libcurl: struct curl_slist).
typedef struct ccurl_list ccurl_list;

/// What several transfers share (libcurl: CURLSH).
typedef struct ccurl_share ccurl_share;

/// A URL in parts (libcurl: CURLU).
typedef struct ccurl_url ccurl_url;

enum { CCURL_ERROR_SIZE = 256, CCURL_GLOBAL_DEFAULT = 3 };

typedef enum ccurl_option {
  CCURL_OPTION_LOW_SPEED_LIMIT = 19,
  CCURL_OPTION_LOW_SPEED_TIME = 20,
  CCURL_OPTION_SSLVERSION = 32,
  CCURL_OPTION_NOBODY = 44,
  CCURL_OPTION_POST = 47,
  CCURL_OPTION_FOLLOWLOCATION = 52,
  CCURL_OPTION_FRESH_CONNECT = 74,
  CCURL_OPTION_FORBID_REUSE = 75,
  CCURL_OPTION_HTTPGET = 80,
  CCURL_OPTION_HTTP_VERSION = 84,
  CCURL_OPTION_BUFFERSIZE = 98,
  CCURL_OPTION_NOSIGNAL = 99,
  CCURL_OPTION_TIMEOUT_MS = 155,
  CCURL_OPTION_CONNECTTIMEOUT_MS = 156,
  CCURL_OPTION_HTTP_CONTENT_DECODING = 158,
  CCURL_OPTION_PROTOCOLS = 181,
  CCURL_OPTION_PIPEWAIT = 237,
  CCURL_OPTION_PROXY_SSLVERSION = 250,
  CCURL_OPTION_SUPPRESS_CONNECT_HEADERS = 265,
  CCURL_OPTION_HTTP09_ALLOWED = 285,
  CCURL_OPTION_URL = 10002,
  CCURL_OPTION_PROXY = 10004,
  CCURL_OPTION_USERAGENT = 10018,
  CCURL_OPTION_CUSTOMREQUEST = 10036,
  CCURL_OPTION_CAINFO = 10065,
  CCURL_OPTION_CAPATH = 10097,
  CCURL_OPTION_NOPROXY = 10177,
  CCURL_OPTION_UNIX_SOCKET_PATH = 10231,
  CCURL_OPTION_PROTOCOLS_STR = 10318,
} ccurl_option;

typedef enum ccurl_multi_option {
  CCURL_MULTI_OPTION_MAXCONNECTS = 6,
  CCURL_MULTI_OPTION_MAX_HOST_CONNECTIONS = 7,
  CCURL_MULTI_OPTION_MAX_TOTAL_CONNECTIONS = 13,
} ccurl_multi_option;

typedef enum ccurl_info {
  CCURL_INFO_SSL_VERIFYRESULT = 2097165,
  CCURL_INFO_NUM_CONNECTS = 2097178,
  CCURL_INFO_HTTP_VERSION = 2097198,
  CCURL_INFO_TOTAL_TIME_T = 6291506,
  CCURL_INFO_NAMELOOKUP_TIME_T = 6291507,
  CCURL_INFO_CONNECT_TIME_T = 6291508,
  CCURL_INFO_PRETRANSFER_TIME_T = 6291509,
  CCURL_INFO_STARTTRANSFER_TIME_T = 6291510,
  CCURL_INFO_APPCONNECT_TIME_T = 6291512,
} ccurl_info;

/// libcurl's result codes that are treated in a way of their own.
typedef enum ccurl_code {
  CCURL_OK = 0,
  CCURL_UNSUPPORTED_PROTOCOL = 1,
  CCURL_URL_MALFORMAT = 3,
  CCURL_NOT_BUILT_IN = 4,
  CCURL_WRITE_ERROR = 23,
  CCURL_OUT_OF_MEMORY = 27,
  CCURL_OPERATION_TIMEDOUT = 28,
  CCURL_SSL_CONNECT_ERROR = 35,
  CCURL_ABORTED_BY_CALLBACK = 42,
  CCURL_UNKNOWN_OPTION = 48,
  CCURL_RECEIVE_ERROR = 56,
  CCURL_SSL_ENGINE_NOTFOUND = 53,
  CCURL_SSL_ENGINE_SETFAILED = 54,
  CCURL_SSL_CERTPROBLEM = 58,
  CCURL_SSL_CIPHER = 59,
  CCURL_PEER_FAILED_VERIFICATION = 60,
  CCURL_USE_SSL_FAILED = 64,
  CCURL_SSL_ENGINE_INITFAILED = 66,
  CCURL_SSL_CACERT_BADFILE = 77,
  CCURL_SSL_SHUTDOWN_FAILED = 80,
  CCURL_SSL_CRL_BADFILE = 82,
  CCURL_SSL_ISSUER_ERROR = 83,
  CCURL_SSL_PINNEDPUBKEYNOTMATCH = 90,
  CCURL_SSL_INVALIDCERTSTATUS = 91,
  CCURL_SSL_CLIENTCERT = 98,
} ccurl_code;

typedef enum ccurl_url_part {
  CCURL_URL_PART_URL = 0,
  CCURL_URL_PART_SCHEME = 1,
  CCURL_URL_PART_USER = 2,
  CCURL_URL_PART_PASSWORD = 3,
  CCURL_URL_PART_HOST = 5,
  CCURL_URL_PART_PORT = 6,
  CCURL_URL_PART_PATH = 7,
  CCURL_URL_PART_QUERY = 8,
  CCURL_URL_PART_FRAGMENT = 9,
} ccurl_url_part;

/// Flags of the URL interface, added up.
enum {
  CCURL_URL_DEFAULT_PORT = 1,
  CCURL_URL_NO_DEFAULT_PORT = 2,
  CCURL_URL_NON_SUPPORT_SCHEME = 8,
};

/// Values of options.
enum {
  CCURL_HTTP_VERSION_1_1 = 2,
  CCURL_HTTP_VERSION_2TLS = 4,
  CCURL_SSLVERSION_TLS_1_2 = 6,
  CCURL_PROTOCOLS_HTTP_AND_HTTPS = 3,
};

/// The functions of the loaded library, usable on every thread. Their names are libcurl's without
/// "curl_".
typedef struct ccurl {
  /// Once per process and library, before anything else.
  int (*global_init)(long flags);
  ccurl_easy *_Nullable (*_Nonnull easy_init)(void);
  int (*easy_setopt)(ccurl_easy *easy, int option, ...);
  int (*easy_getinfo)(ccurl_easy *easy, int info, ...);
  void (*easy_cleanup)(ccurl_easy *easy);
  const char *_Nullable (*_Nonnull easy_strerror)(int code);
  ccurl_share *_Nullable (*_Nonnull share_init)(void);
  int (*share_setopt)(ccurl_share *share, int option, ...);
  /// Frees a share that no transfer has any more.
  int (*share_cleanup)(ccurl_share *share);
  /// The list with a copy of the line after it; NULL when out of memory.
  ccurl_list *_Nullable (*_Nonnull slist_append)(ccurl_list *_Nullable list, const char *line);
  void (*slist_free_all)(ccurl_list *_Nullable list);
  ccurl_multi *_Nullable (*_Nonnull multi_init)(void);
  int (*multi_cleanup)(ccurl_multi *multi);
  int (*multi_setopt)(ccurl_multi *multi, int option, ...);
  int (*multi_add_handle)(ccurl_multi *multi, ccurl_easy *easy);
  int (*multi_remove_handle)(ccurl_multi *multi, ccurl_easy *easy);
  /// Does all that can be done without waiting.
  int (*multi_perform)(ccurl_multi *multi, int *running);
  /// Waits for a socket, a timer, multi_wakeup or the end of the time.
  int (*multi_poll)(
    ccurl_multi *multi, void *_Nullable extra, unsigned int extra_count, int milliseconds,
    int *_Nullable ready);
  /// Ends the present or the next wait; the only function for every thread.
  int (*multi_wakeup)(ccurl_multi *multi);
  struct ccurl_message *_Nullable (*_Nonnull multi_info_read)(ccurl_multi *multi, int *left);
  ccurl_url *_Nullable (*_Nonnull url)(void);
  void (*url_cleanup)(ccurl_url *url);
  int (*url_set)(
    ccurl_url *url, ccurl_url_part part, const char *_Nullable text, unsigned int flags);
  /// A copy of the part, to be freed; an error where the URL has none.
  int (*url_get)(
    ccurl_url *url, ccurl_url_part part, char *_Nullable *_Nonnull text, unsigned int flags);
  void (*free)(void *text);
} ccurl;

/// Takes size * count bytes of a body, or one header line; returns how many it took. Another
/// number than size * count fails the transfer with CCURL_WRITE_ERROR.
typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *_Nullable context);

/// Asked before each sending of a request, also before libcurl sends it again because a kept
/// connection was dead; returns 0 to go on, 1 to fail with CCURL_ABORTED_BY_CALLBACK.
typedef int (*ccurl_before_request)(
  void *_Nullable context, char *_Nullable remote_address, char *_Nullable local_address,
  int remote_port, int local_port);

/// Told of each socket that a transfer opens, and of each that is closed.
typedef void (*ccurl_note_socket)(void *_Nullable context, int socket, int is_open);

/// Asked for the address of a socket before it is opened, 4 or 16 bytes in network order; returns
/// 0 to refuse it.
typedef int (*ccurl_accept_address)(const uint8_t *bytes, size_t count);

/// Who is told of sockets; to live as long as the multi handle.
typedef struct ccurl_socket_watch {
  ccurl_note_socket note;
  void *_Nullable context;
  ccurl_accept_address accept;
} ccurl_socket_watch;

/// Loads the library of that file name. NULL where it is missing or lacks a function; then
/// `detail`, with room for `detail_size` bytes, says why.
const ccurl *_Nullable ccurl_load(const char *file_name, char *detail, size_t detail_size);

int ccurl_set_number(const ccurl *library, ccurl_easy *easy, ccurl_option option, long value);
/// The text is copied; NULL puts the option back to its default.
int ccurl_set_text(
  const ccurl *library, ccurl_easy *easy, ccurl_option option, const char *_Nullable value);
/// The lines are sent as headers; the list has to live until the transfer is over.
int ccurl_set_headers(const ccurl *library, ccurl_easy *easy, ccurl_list *_Nullable lines);
/// Sends these bytes, which are copied, as the body of a POST.
int ccurl_set_body(
  const ccurl *library, ccurl_easy *easy, const void *bytes, int64_t byte_count);
/// Trusts the issuers in the bytes of a PEM file, which are copied. Fails with CCURL_UNKNOWN_OPTION
/// before libcurl 7.77, with CCURL_NOT_BUILT_IN where its TLS library takes files only.
int ccurl_set_certificates(
  const ccurl *library, ccurl_easy *easy, const void *bytes, size_t byte_count);
/// Where messages are written to: at least CCURL_ERROR_SIZE bytes.
int ccurl_set_error_buffer(const ccurl *library, ccurl_easy *easy, char *buffer);
/// The context is also what ccurl_next_done returns.
int ccurl_set_receivers(
  const ccurl *library, ccurl_easy *easy, ccurl_receive body, ccurl_receive header,
  void *context);
/// Fails with CCURL_UNKNOWN_OPTION before libcurl 7.80.
int ccurl_set_before_request(
  const ccurl *library, ccurl_easy *easy, ccurl_before_request function, void *context);
/// The value of an info that is a whole number of whatever size; 0 where there is none.
int64_t ccurl_get_number(const ccurl *library, ccurl_easy *easy, ccurl_info info);
/// Tells the watch of the sockets of connections that the transfer makes, for as long as those
/// live. `asks`: only those are opened whose address the watch accepts.
int ccurl_set_socket_watch(
  const ccurl *library, ccurl_easy *easy, ccurl_socket_watch *watch, int asks);
/// Lets a transfer resume the TLS sessions of others that have the same share; on one thread.
int ccurl_set_share(const ccurl *library, ccurl_easy *easy, ccurl_share *share);
/// What lets transfers resume each other's TLS sessions; NULL where the library cannot.
ccurl_share *_Nullable ccurl_share_new(const ccurl *library);

int ccurl_multi_set_number(
  const ccurl *library, ccurl_multi *multi, ccurl_multi_option option, long value);
/// The context of a transfer that is over, with its result code; NULL when there is none left.
void *_Nullable ccurl_next_done(const ccurl *library, ccurl_multi *multi, int *code);

#pragma clang assume_nonnull end

#endif

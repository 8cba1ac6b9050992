#include "CResources.h"

/* #embed is C23; the compilers of the Swift toolchain have it in every mode. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openrpc[] = {
#embed "../../../protocol/openrpc.json"
};

const unsigned char *paginator_openrpc(size_t *count) {
  *count = sizeof openrpc;
  return openrpc;
}

static const unsigned char tools[] = {
#embed "../../../protocol/mcp.json"
};

const unsigned char *paginator_tools(size_t *count) {
  *count = sizeof tools;
  return tools;
}

#ifndef PAGINATOR_COMMIT
#define PAGINATOR_COMMIT ""
#endif

const char *paginator_commit(void) { return PAGINATOR_COMMIT; }

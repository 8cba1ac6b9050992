#include "CResources.h"

/* #embed is C23; the compilers of the Swift toolchain have it in every mode. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openrpc[] = {
#embed "../../protocol/openrpc.json"
};

static const unsigned char profiles[] = {
#embed "profiles.json"
};

paginator_resource paginator_openrpc(void) {
  return (paginator_resource){openrpc, sizeof openrpc};
}

paginator_resource paginator_profiles(void) {
  return (paginator_resource){profiles, sizeof profiles};
}

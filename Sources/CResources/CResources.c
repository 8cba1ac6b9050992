#include "CResources.h"

/* #embed is C23; the compilers of the Swift toolchain have it in every mode. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openrpc[] = {
#embed "../../protocol/openrpc.json"
};

/* One file behind the other, with a NUL behind each. */
static const unsigned char profiles[] = {
#include "profiles.inc"
};

#define PAGINATOR_PROFILE_NAMES
static const unsigned char profile_names[] =
#include "profiles.inc"
    ;

static const unsigned char profiles_schema[] = {
#embed "../../protocol/schema/profiles.json"
};

paginator_resource paginator_profiles_schema(void) {
  return (paginator_resource){profiles_schema, sizeof profiles_schema};
}

paginator_resource paginator_openrpc(void) {
  return (paginator_resource){openrpc, sizeof openrpc};
}

paginator_resource paginator_profile_names(void) {
  return (paginator_resource){profile_names, sizeof profile_names - 1};
}

paginator_resource paginator_profiles(void) {
  return (paginator_resource){profiles, sizeof profiles};
}

#ifndef PAGINATOR_COMMIT
#define PAGINATOR_COMMIT ""
#endif

const char *paginator_commit(void) { return PAGINATOR_COMMIT; }

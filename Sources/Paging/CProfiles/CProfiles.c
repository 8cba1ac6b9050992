#include "CProfiles.h"

/* #embed is C23; the compilers of the Swift toolchain have it in every mode. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* One file after the other, each with a NUL at its end. */
static const unsigned char profiles[] = {
#include "profiles.inc"
};

#define PAGINATOR_PROFILE_NAMES
static const unsigned char profile_names[] =
#include "profiles.inc"
    ;

static const unsigned char profiles_schema[] = {
#embed "../../../protocol/schema/profiles.json"
};

const unsigned char *paginator_profiles(size_t *count) {
  *count = sizeof profiles;
  return profiles;
}

const unsigned char *paginator_profile_names(size_t *count) {
  *count = sizeof profile_names - 1;
  return profile_names;
}

const unsigned char *paginator_profiles_schema(size_t *count) {
  *count = sizeof profiles_schema;
  return profiles_schema;
}

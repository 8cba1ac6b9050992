#include "CProfiles.h"

/* #embed is C23; the compilers of the Swift toolchain have it in every mode. */
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "profiles.inc"

static const unsigned char profiles_index[] = {
#embed "index.json"
};

static const unsigned char profiles_schema[] = {
#embed "../../../protocol/schema/profiles.json"
};

size_t paginator_profile_count(void) { return sizeof files / sizeof files[0]; }

const char *paginator_profile_name(size_t number) { return files[number].name; }

const unsigned char *paginator_profile(size_t number, size_t *count) {
  *count = files[number].count;
  return files[number].bytes;
}

const unsigned char *paginator_profiles_index(size_t *count) {
  *count = sizeof profiles_index;
  return profiles_index;
}

const unsigned char *paginator_profiles_schema(size_t *count) {
  *count = sizeof profiles_schema;
  return profiles_schema;
}

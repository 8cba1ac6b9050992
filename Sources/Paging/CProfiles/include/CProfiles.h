/* The profiles that the program carries inside of itself. Each function returns static memory. */
#ifndef PAGINATOR_CPROFILES_H
#define PAGINATOR_CPROFILES_H

#include <stddef.h>

/* How many files profiles/ has: the known APIs and standards. */
size_t paginator_profile_count(void);

/* The name of a file without .json, which is the name of its profile. */
const char *paginator_profile_name(size_t number);

/* The text of a file. */
const unsigned char *paginator_profile(size_t number, size_t *count);

/* index.json: what of each profile is known without reading it. */
const unsigned char *paginator_profiles_index(size_t *count);

/* protocol/schema/profiles.json: what a file of profiles holds. */
const unsigned char *paginator_profiles_schema(size_t *count);

#endif

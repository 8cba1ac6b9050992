/* The profiles that the program carries inside of itself. Each function returns static memory. */
#ifndef PAGINATOR_CPROFILES_H
#define PAGINATOR_CPROFILES_H

#include <stddef.h>

/* The files of profiles/: the known APIs and standards. Each ends with a NUL. */
const unsigned char *paginator_profiles(size_t *count);

/* The names of those files without .json, which are the names of the profiles; each ends with a line
   feed. */
const unsigned char *paginator_profile_names(size_t *count);

/* protocol/schema/profiles.json: what a file of profiles holds. */
const unsigned char *paginator_profiles_schema(size_t *count);

#endif

/* Files of the project that the program carries inside of itself. */
#ifndef PAGINATOR_CRESOURCES_H
#define PAGINATOR_CRESOURCES_H

#include <stddef.h>

/* A file's bytes, in static memory. */
typedef struct {
  const unsigned char *bytes;
  size_t count;
} paginator_resource;

/* protocol/openrpc.json: the methods and their schemas. */
paginator_resource paginator_openrpc(void);

/* The files of profiles/: the known APIs and standards. Each ends with a NUL. */
paginator_resource paginator_profiles(void);

/* The names of those files without .json, which are the names of the profiles; each ends with a line
   feed. */
paginator_resource paginator_profile_names(void);

/* protocol/schema/profiles.json: what a file of profiles holds. */
paginator_resource paginator_profiles_schema(void);

/* The commit that was built; "" where that was not said. */
const char *paginator_commit(void);

#endif

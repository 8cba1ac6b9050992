/* What the program carries of the project inside of itself. */
#ifndef PAGINATOR_CRESOURCES_H
#define PAGINATOR_CRESOURCES_H

#include <stddef.h>

/* protocol/openrpc.json: the methods and their schemas, in static memory. */
const unsigned char *paginator_openrpc(size_t *count);

/* protocol/mcp.json: the tools of `paginator mcp`, in static memory. */
const unsigned char *paginator_tools(size_t *count);

/* The commit that was built; "" where that was not said. */
const char *paginator_commit(void);

#endif

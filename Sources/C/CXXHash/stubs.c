#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(XXH3_64bits)

REDO_STUBS(xxhash, FUNCTIONS)

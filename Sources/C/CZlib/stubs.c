#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(crc32_z) \
    FUNCTION(deflate) \
    FUNCTION(deflateBound) \
    FUNCTION(deflateEnd) \
    FUNCTION(deflateInit2_) \
    FUNCTION(deflateReset)

REDO_STUBS(zlib, FUNCTIONS)

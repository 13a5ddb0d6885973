#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(ZSTD_CCtx_setParameter) \
    FUNCTION(ZSTD_DCtx_setParameter) \
    FUNCTION(ZSTD_compress2) \
    FUNCTION(ZSTD_compressBound) \
    FUNCTION(ZSTD_createCCtx) \
    FUNCTION(ZSTD_createDCtx) \
    FUNCTION(ZSTD_decompressDCtx) \
    FUNCTION(ZSTD_decompressStream) \
    FUNCTION(ZSTD_findFrameCompressedSize) \
    FUNCTION(ZSTD_freeCCtx) \
    FUNCTION(ZSTD_freeDCtx) \
    FUNCTION(ZSTD_getErrorName) \
    FUNCTION(ZSTD_getFrameContentSize) \
    FUNCTION(ZSTD_isError)

REDO_STUBS(zstd, FUNCTIONS)

#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(QRcode_encodeString) \
    FUNCTION(QRcode_free)

REDO_STUBS(qrencode, FUNCTIONS)

#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(curl_easy_cleanup) \
    FUNCTION(curl_easy_getinfo) \
    FUNCTION(curl_easy_init) \
    FUNCTION(curl_easy_perform) \
    FUNCTION(curl_easy_setopt) \
    FUNCTION(curl_easy_strerror) \
    FUNCTION(curl_global_init) \
    FUNCTION(curl_slist_append) \
    FUNCTION(curl_slist_free_all)

REDO_STUBS(curl, FUNCTIONS)

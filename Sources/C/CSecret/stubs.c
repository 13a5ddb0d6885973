#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(g_error_free) \
    FUNCTION(g_hash_table_insert) \
    FUNCTION(g_hash_table_lookup) \
    FUNCTION(g_hash_table_new) \
    FUNCTION(g_hash_table_unref) \
    FUNCTION(g_list_free) \
    FUNCTION(g_object_unref) \
    FUNCTION(g_str_equal) \
    FUNCTION(g_str_hash) \
    FUNCTION(secret_collection_for_alias_sync) \
    FUNCTION(secret_collection_get_locked) \
    FUNCTION(secret_item_get_locked) \
    FUNCTION(secret_password_clearv_sync) \
    FUNCTION(secret_password_free) \
    FUNCTION(secret_password_lookupv_nonpageable_sync) \
    FUNCTION(secret_password_searchv_sync) \
    FUNCTION(secret_password_storev_sync) \
    FUNCTION(secret_retrievable_get_attributes) \
    FUNCTION(secret_schema_newv) \
    FUNCTION(secret_service_get_sync)

REDO_STUBS(secret, FUNCTIONS)

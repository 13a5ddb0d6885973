// The functions of libsecret, and of GLib beneath it, that RedoKeys calls, as their headers declare them. The headers
// themselves would bring thousands of declarations, and the packages of a whole desktop to the build. The tests with a
// real keyring call each of these.
#include <stdint.h>

typedef int gboolean;
typedef struct GHashTable GHashTable;
typedef struct SecretSchema SecretSchema;

typedef struct GList {
    void *data;
    struct GList *next;
    struct GList *prev;
} GList;

typedef struct GError {
    uint32_t domain;
    int code;
    char *message;
} GError;

enum { SECRET_SCHEMA_NONE = 0 };
// The value of an attribute's name in a table of them.
enum { SECRET_SCHEMA_ATTRIBUTE_STRING = 0 };
enum { SECRET_SEARCH_ALL = 1 << 1 };
enum { SECRET_SERVICE_NONE = 0 };
enum { SECRET_COLLECTION_NONE = 0 };

unsigned g_str_hash(const void *text);
gboolean g_str_equal(const void *first, const void *second);
GHashTable *g_hash_table_new(
    unsigned (*hash)(const void *), gboolean (*equal)(const void *, const void *));
gboolean g_hash_table_insert(GHashTable *table, void *key, void *value);
void *g_hash_table_lookup(GHashTable *table, const void *key);
void g_hash_table_unref(GHashTable *table);
void g_list_free(GList *list);
void g_error_free(GError *error);
void g_object_unref(void *object);

// Objects other than those above are of type void; `cancellable` is always null here.
SecretSchema *secret_schema_newv(const char *name, int flags, GHashTable *attributes);
gboolean secret_password_storev_sync(
    const SecretSchema *schema, GHashTable *attributes, const char *collection, const char *label,
    const char *password, void *cancellable, GError **error);
char *secret_password_lookupv_nonpageable_sync(
    const SecretSchema *schema, GHashTable *attributes, void *cancellable, GError **error);
void secret_password_free(char *password);
gboolean secret_password_clearv_sync(
    const SecretSchema *schema, GHashTable *attributes, void *cancellable, GError **error);
GList *secret_password_searchv_sync(
    const SecretSchema *schema, GHashTable *attributes, int flags, void *cancellable,
    GError **error);
GHashTable *secret_retrievable_get_attributes(void *item);
gboolean secret_item_get_locked(void *item);
gboolean secret_collection_get_locked(void *collection);
void *secret_service_get_sync(int flags, void *cancellable, GError **error);
void *secret_collection_for_alias_sync(
    void *service, const char *alias, int flags, void *cancellable, GError **error);

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_secret_addresses(void);
const char *redo_secret_names(void);

#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(crypto_aead_xchacha20poly1305_ietf_decrypt) \
    FUNCTION(crypto_aead_xchacha20poly1305_ietf_encrypt) \
    FUNCTION(crypto_box_seal) \
    FUNCTION(crypto_box_seal_open) \
    FUNCTION(crypto_box_seed_keypair) \
    FUNCTION(crypto_generichash) \
    FUNCTION(crypto_hash_sha256) \
    FUNCTION(crypto_pwhash) \
    FUNCTION(crypto_sign_detached) \
    FUNCTION(crypto_sign_seed_keypair) \
    FUNCTION(crypto_sign_verify_detached) \
    FUNCTION(sodium_free) \
    FUNCTION(sodium_init) \
    FUNCTION(sodium_malloc) \
    FUNCTION(sodium_memcmp) \
    FUNCTION(sodium_memzero)

REDO_STUBS(sodium, FUNCTIONS)

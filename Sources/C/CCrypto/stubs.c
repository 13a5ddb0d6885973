#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(BIO_free) \
    FUNCTION(BIO_new_mem_buf) \
    FUNCTION(EVP_DigestFinal_ex) \
    FUNCTION(EVP_DigestInit_ex2) \
    FUNCTION(EVP_DigestSign) \
    FUNCTION(EVP_DigestSignInit) \
    FUNCTION(EVP_DigestUpdate) \
    FUNCTION(EVP_MD_CTX_free) \
    FUNCTION(EVP_MD_CTX_new) \
    FUNCTION(EVP_MD_fetch) \
    FUNCTION(EVP_PKEY_free) \
    FUNCTION(EVP_PKEY_is_a) \
    FUNCTION(OPENSSL_init_crypto) \
    FUNCTION(PEM_read_bio_PrivateKey) \
    FUNCTION(SHA256_Final) \
    FUNCTION(SHA256_Init) \
    FUNCTION(SHA256_Transform) \
    FUNCTION(SHA256_Update)

REDO_STUBS(crypto, FUNCTIONS)

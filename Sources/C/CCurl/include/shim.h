#include <curl/curl.h>

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_curl_addresses(void);
const char *redo_curl_names(void);

// Functions with a variable number of arguments, which Swift cannot call.

// Sets an option that is a number.
static inline CURLcode redo_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// Sets an option that is a long number.
static inline CURLcode redo_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

// Sets an option that is a text, which is copied, or bytes, which are not: CURLOPT_POSTFIELDS.
static inline CURLcode redo_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

// Sets an option that is an object: the argument of a callback, or a buffer for messages.
static inline CURLcode redo_curl_set_object(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// Sets the lines of the head of a request.
static inline CURLcode redo_curl_set_headers(CURL *handle, struct curl_slist *lines) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, lines);
}

typedef size_t (*redo_curl_writer)(char *bytes, size_t size, size_t count, void *object);

// Sets the function that receives the head or the body of an answer.
static inline CURLcode redo_curl_set_writer(
    CURL *handle, CURLoption option, redo_curl_writer writer
) {
    return curl_easy_setopt(handle, option, writer);
}

// The error of the system call that failed last; 0 if it is unknown.
static inline long redo_curl_system_error(CURL *handle) {
    long number = 0;
    curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &number);
    return number;
}

// The status of the last answer.
static inline long redo_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

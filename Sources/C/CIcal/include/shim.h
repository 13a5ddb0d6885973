#include <libical/ical.h>

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_ical_addresses(void);
const char *redo_ical_names(void);

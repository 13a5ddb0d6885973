#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(icalerror_set_errors_are_fatal) \
    FUNCTION(icalrecur_iterator_free) \
    FUNCTION(icalrecur_iterator_new) \
    FUNCTION(icalrecur_iterator_next) \
    FUNCTION(icalrecurrencetype_from_string)

REDO_STUBS(ical, FUNCTIONS)

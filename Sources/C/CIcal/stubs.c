#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(icalcomponent_free) \
    FUNCTION(icalcomponent_get_first_property) \
    FUNCTION(icalcomponent_get_next_property) \
    FUNCTION(icalcomponent_isa) \
    FUNCTION(icalcomponent_new_clone) \
    FUNCTION(icalcomponent_new_from_string) \
    FUNCTION(icalerror_set_errors_are_fatal) \
    FUNCTION(icalmemory_free_buffer) \
    FUNCTION(icalproperty_get_parameter_as_string_r) \
    FUNCTION(icalproperty_get_property_name) \
    FUNCTION(icalproperty_get_value) \
    FUNCTION(icalrecur_iterator_free) \
    FUNCTION(icalrecur_iterator_new) \
    FUNCTION(icalrecur_iterator_next) \
    FUNCTION(icalrecurrencetype_from_string) \
    FUNCTION(icaltimezone_free) \
    FUNCTION(icaltimezone_get_utc_offset) \
    FUNCTION(icaltimezone_new) \
    FUNCTION(icaltimezone_set_component) \
    FUNCTION(icalvalue_as_ical_string_r) \
    FUNCTION(icalvalue_get_text) \
    FUNCTION(icalvalue_get_x) \
    FUNCTION(icalvalue_isa)

REDO_STUBS(ical, FUNCTIONS)

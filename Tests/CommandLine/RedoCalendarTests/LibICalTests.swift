import CIcal
import Testing

@testable import RedoCalendar

/// libical's functions are looked up by name and cast; these are the types that they really have.
@Suite struct LibICalTests {
    /// The compiler does the comparing: a function of another type could not be assigned.
    @Test func functionTypesAreThoseOfTheHeaders() {
        let setFatal: LibICal.SetFatal = icalerror_set_errors_are_fatal
        let parseRule: LibICal.ParseRule = icalrecurrencetype_from_string
        let newIterator: LibICal.NewIterator = icalrecur_iterator_new
        let next: LibICal.Next = icalrecur_iterator_next
        let freeIterator: LibICal.FreeIterator = icalrecur_iterator_free
        _ = (setFatal, parseRule, newIterator, next, freeIterator)
        let parseComponent: LibICal.ParseComponent = icalcomponent_new_from_string
        let freeComponent: LibICal.FreeHandle = icalcomponent_free
        let cloneComponent: LibICal.PropertyValue = icalcomponent_new_clone
        let componentKind: LibICal.ComponentKind = icalcomponent_isa
        let firstProperty: LibICal.FindProperty = icalcomponent_get_first_property
        let nextProperty: LibICal.FindProperty = icalcomponent_get_next_property
        let propertyName: LibICal.PropertyText = icalproperty_get_property_name
        let propertyValue: LibICal.PropertyValue = icalproperty_get_value
        let parameterText: LibICal.ParameterText = icalproperty_get_parameter_as_string_r
        let valueKind: LibICal.ValueKind = icalvalue_isa
        let plainText: LibICal.ValueText = icalvalue_get_text
        let extendedText: LibICal.ValueText = icalvalue_get_x
        let writeValue: LibICal.WriteValue = icalvalue_as_ical_string_r
        let freeBuffer: LibICal.FreeBuffer = icalmemory_free_buffer
        let newZone: LibICal.NewZone = icaltimezone_new
        let freeZone: LibICal.FreeZone = icaltimezone_free
        let setZone: LibICal.SetZone = icaltimezone_set_component
        let zoneOffset: LibICal.ZoneOffset = icaltimezone_get_utc_offset
        _ = (parseComponent, freeComponent, cloneComponent, componentKind, firstProperty)
        _ = (nextProperty, propertyName, propertyValue, parameterText, valueKind, plainText)
        _ = (extendedText, writeValue, freeBuffer, newZone, freeZone, setZone, zoneOffset)
    }

    @Test func anIntervalIsAsGreatAsAShort() {
        #expect(RecurrenceRule.greatestInterval == Int(type(of: icalrecurrencetype().interval).max))
    }
}

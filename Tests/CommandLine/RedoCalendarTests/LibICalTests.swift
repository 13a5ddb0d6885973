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
    }

    @Test func anIntervalIsAsGreatAsAShort() {
        #expect(RecurrenceRule.greatestInterval == Int(type(of: icalrecurrencetype().interval).max))
    }
}

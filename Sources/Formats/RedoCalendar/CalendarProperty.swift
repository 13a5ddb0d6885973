import CIcal

/// A property of a component of iCalendar, as libical reads it.
package struct CalendarProperty: Sendable {
    /// In upper case.
    package let name: String
    /// A text without its escapes; any other value as RFC 5545 writes it.
    package let value: String
    /// The requested parameters, by their names in upper case.
    package let parameters: [String: String]

    /// The name of the property that libical inserts for one that it cannot read.
    package static let error = "X-LIC-ERROR"
}

/// A component of iCalendar that libical has parsed.
@safe package final class CalendarComponent {
    /// An `icalcomponent` that this object frees.
    private let handle: OpaquePointer

    /// Parses the text of one component, `BEGIN` to `END`.
    ///
    /// A malicious text can keep libical busy, or end the process, so callers run in a process of their own.
    ///
    /// - Returns: nil for a text that is not a component. A NUL in it ends the text.
    package init?(_ text: [UInt8]) {
        let text = text.map { CChar(bitPattern: $0) } + [0]
        LibICal.load()
        // The array ends with a NUL.
        guard let handle = unsafe icalcomponent_new_from_string(text) else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe icalcomponent_free(handle) }

    /// Its properties, without those of nested components.
    ///
    /// - Parameter parameters: the names of the requested parameters, in upper case.
    package func properties(with parameters: [String]) -> [CalendarProperty] {
        var properties: [CalendarProperty] = []
        // Handles of properties and values belong to the component.
        var next = unsafe icalcomponent_get_first_property(handle, ICAL_ANY_PROPERTY)
        while let property = unsafe next {
            if let name = unsafe icalproperty_get_property_name(property) {
                var found: [String: String] = [:]
                for parameter in parameters {
                    found[parameter] = unsafe Self.adopted(
                        icalproperty_get_parameter_as_string_r(property, parameter))
                }
                properties.append(
                    CalendarProperty(
                        name: unsafe String(cString: name).uppercased(),
                        value: unsafe Self.text(of: icalproperty_get_value(property)),
                        parameters: found))
            }
            unsafe next = icalcomponent_get_next_property(handle, ICAL_ANY_PROPERTY)
        }
        return properties
    }

    private static func text(of value: OpaquePointer?) -> String {
        guard let value = unsafe value else { return "" }
        switch unsafe icalvalue_isa(value) {
        case ICAL_TEXT_VALUE: return unsafe copied(icalvalue_get_text(value))
        case ICAL_X_VALUE: return unsafe copied(icalvalue_get_x(value))
        default: return unsafe adopted(icalvalue_as_ical_string_r(value)) ?? ""
        }
    }

    /// A text that libical owns.
    private static func copied(_ text: UnsafePointer<CChar>?) -> String {
        guard let text = unsafe text else { return "" }
        return unsafe String(cString: text)
    }

    /// A text that libical has allocated for the caller, who frees it.
    private static func adopted(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        defer { unsafe icalmemory_free_buffer(text) }
        return unsafe String(cString: text)
    }

    /// The zone that a `VTIMEZONE` defines; nil for another component.
    package func zone() -> CalendarZone? { unsafe CalendarZone(copying: handle) }
}

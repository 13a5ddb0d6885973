import CIcal

/// A property of a component of iCalendar, as libical reads it.
package struct CalendarProperty: Sendable {
    /// In upper case.
    package let name: String
    /// A text without its escapes; any other value as RFC 5545 writes it.
    package let value: String
    /// Those parameters that were asked for, by their names in upper case.
    package let parameters: [String: String]

    /// The name of what libical puts in the place of a property that it cannot read.
    package static let error = "X-LIC-ERROR"
}

/// A component of iCalendar in libical's hands.
@safe package final class CalendarComponent {
    /// An `icalcomponent` that this object frees.
    private let handle: OpaquePointer

    /// Parses the text of one component, `BEGIN` to `END`.
    ///
    /// What the text says can keep libical busy, or end the process: callers run in one of their own.
    ///
    /// - Returns: nil for a text that is not a component. A NUL in it ends the text.
    package init?(_ text: [UInt8]) {
        let text = text.map { CChar(bitPattern: $0) } + [0]
        // The array ends with a NUL.
        guard let handle = unsafe LibICal.shared.parseComponent(text) else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe LibICal.shared.freeComponent(handle) }

    /// Its properties, without those of components in it.
    ///
    /// - Parameter parameters: the names of the parameters that are wanted, in upper case.
    package func properties(with parameters: [String]) -> [CalendarProperty] {
        let library = LibICal.shared
        var properties: [CalendarProperty] = []
        // Handles of properties and values belong to the component.
        var next = unsafe library.firstProperty(handle, ICAL_ANY_PROPERTY)
        while let property = unsafe next {
            if let name = unsafe library.propertyName(property) {
                var found: [String: String] = [:]
                for parameter in parameters {
                    found[parameter] = unsafe Self.taken(library.parameterText(property, parameter))
                }
                properties.append(
                    CalendarProperty(
                        name: unsafe String(cString: name).uppercased(),
                        value: unsafe Self.text(of: library.propertyValue(property)),
                        parameters: found))
            }
            unsafe next = library.nextProperty(handle, ICAL_ANY_PROPERTY)
        }
        return properties
    }

    private static func text(of value: OpaquePointer?) -> String {
        guard let value = unsafe value else { return "" }
        let library = LibICal.shared
        switch unsafe library.valueKind(value) {
        case ICAL_TEXT_VALUE: return unsafe copied(library.plainText(value))
        case ICAL_X_VALUE: return unsafe copied(library.extendedText(value))
        default: return unsafe taken(library.writeValue(value)) ?? ""
        }
    }

    /// A text that libical keeps.
    private static func copied(_ text: UnsafePointer<CChar>?) -> String {
        guard let text = unsafe text else { return "" }
        return unsafe String(cString: text)
    }

    /// A text that libical has made for the caller, who frees it.
    private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        defer { unsafe LibICal.shared.freeBuffer(text) }
        return unsafe String(cString: text)
    }

    /// The zone that a `VTIMEZONE` defines; nil for another component.
    package func zone() -> CalendarZone? { unsafe CalendarZone(copying: handle) }
}

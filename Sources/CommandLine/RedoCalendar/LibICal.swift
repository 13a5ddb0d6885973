import CIcal
import RedoSystem

/// The functions of libical that this module uses.
///
/// Tests assign the functions of the header to these types, so a difference does not compile.
@safe struct LibICal {
    typealias SetFatal = @convention(c) (Int32) -> Void
    typealias ParseRule = @convention(c) (UnsafePointer<CChar>?) -> icalrecurrencetype
    typealias NewIterator = @convention(c) (icalrecurrencetype, icaltimetype) -> OpaquePointer?
    typealias Next = @convention(c) (OpaquePointer?) -> icaltimetype
    typealias FreeIterator = @convention(c) (OpaquePointer?) -> Void

    typealias ParseComponent = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    typealias FreeHandle = @convention(c) (OpaquePointer?) -> Void
    typealias ComponentKind = @convention(c) (OpaquePointer?) -> icalcomponent_kind
    typealias FindProperty = @convention(c) (OpaquePointer?, icalproperty_kind) -> OpaquePointer?
    typealias PropertyText = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    typealias PropertyValue = @convention(c) (OpaquePointer?) -> OpaquePointer?
    typealias ParameterText =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
    typealias ValueKind = @convention(c) (OpaquePointer?) -> icalvalue_kind
    typealias ValueText = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    typealias WriteValue = @convention(c) (OpaquePointer?) -> UnsafeMutablePointer<CChar>?
    typealias FreeBuffer = @convention(c) (UnsafeMutableRawPointer?) -> Void
    typealias NewZone = @convention(c) () -> OpaquePointer?
    typealias FreeZone = @convention(c) (OpaquePointer?, Int32) -> Void
    typealias SetZone = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
    typealias ZoneOffset =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<icaltimetype>?, UnsafeMutablePointer<Int32>?
        ) -> Int32

    /// `icalrecurrencetype_from_string`.
    let parseRule: ParseRule
    /// `icalrecur_iterator_new`.
    let newIterator: NewIterator
    /// `icalrecur_iterator_next`.
    let next: Next
    /// `icalrecur_iterator_free`.
    let freeIterator: FreeIterator
    /// `icalcomponent_new_from_string`.
    let parseComponent: ParseComponent
    /// `icalcomponent_free`.
    let freeComponent: FreeHandle
    /// `icalcomponent_new_clone`.
    let cloneComponent: PropertyValue
    /// `icalcomponent_isa`.
    let componentKind: ComponentKind
    /// `icalcomponent_get_first_property`.
    let firstProperty: FindProperty
    /// `icalcomponent_get_next_property`.
    let nextProperty: FindProperty
    /// `icalproperty_get_property_name`.
    let propertyName: PropertyText
    /// `icalproperty_get_value`.
    let propertyValue: PropertyValue
    /// `icalproperty_get_parameter_as_string_r`.
    let parameterText: ParameterText
    /// `icalvalue_isa`.
    let valueKind: ValueKind
    /// `icalvalue_get_text`.
    let plainText: ValueText
    /// `icalvalue_get_x`.
    let extendedText: ValueText
    /// `icalvalue_as_ical_string_r`.
    let writeValue: WriteValue
    /// `icalmemory_free_buffer`.
    let freeBuffer: FreeBuffer
    /// `icaltimezone_new`.
    let newZone: NewZone
    /// `icaltimezone_free`.
    let freeZone: FreeZone
    /// `icaltimezone_set_component`.
    let setZone: SetZone
    /// `icaltimezone_get_utc_offset`.
    let zoneOffset: ZoneOffset

    /// The library, loaded on first use.
    static let shared = LibICal(SharedLibrary(.iCalendar))

    private init(_ library: SharedLibrary) {
        // A mistake in a rule must not abort the process.
        let setFatal: SetFatal = library.function("icalerror_set_errors_are_fatal")
        setFatal(0)
        unsafe parseRule = library.function("icalrecurrencetype_from_string")
        unsafe newIterator = library.function("icalrecur_iterator_new")
        unsafe next = library.function("icalrecur_iterator_next")
        unsafe freeIterator = library.function("icalrecur_iterator_free")
        unsafe parseComponent = library.function("icalcomponent_new_from_string")
        unsafe freeComponent = library.function("icalcomponent_free")
        unsafe cloneComponent = library.function("icalcomponent_new_clone")
        unsafe componentKind = library.function("icalcomponent_isa")
        unsafe firstProperty = library.function("icalcomponent_get_first_property")
        unsafe nextProperty = library.function("icalcomponent_get_next_property")
        unsafe propertyName = library.function("icalproperty_get_property_name")
        unsafe propertyValue = library.function("icalproperty_get_value")
        unsafe parameterText = library.function("icalproperty_get_parameter_as_string_r")
        unsafe valueKind = library.function("icalvalue_isa")
        unsafe plainText = library.function("icalvalue_get_text")
        unsafe extendedText = library.function("icalvalue_get_x")
        unsafe writeValue = library.function("icalvalue_as_ical_string_r")
        unsafe freeBuffer = library.function("icalmemory_free_buffer")
        unsafe newZone = library.function("icaltimezone_new")
        unsafe freeZone = library.function("icaltimezone_free")
        unsafe setZone = library.function("icaltimezone_set_component")
        unsafe zoneOffset = library.function("icaltimezone_get_utc_offset")
    }
}

/// Unchecked: the library is never unloaded, and different threads may use different iterators.
extension LibICal: @unchecked Sendable {}

extension LibraryFile {
    /// libical of the version whose structures the program knows.
    package static let iCalendar = LibraryFile(
        "libical", names: ["libical.so.3"], packages: ["libical3t64", "libical3"], version: .none)
}

extension CompletedOccurrence {
    /// Loads libical; a missing library ends the process.
    package static func loadLibrary() { _ = LibICal.shared }
}

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

    /// `icalrecurrencetype_from_string`.
    let parseRule: ParseRule
    /// `icalrecur_iterator_new`.
    let newIterator: NewIterator
    /// `icalrecur_iterator_next`.
    let next: Next
    /// `icalrecur_iterator_free`.
    let freeIterator: FreeIterator

    /// The library, loaded on first use.
    static let shared = LibICal(
        SharedLibrary("libical.so.\(ICAL_MAJOR_VERSION)", package: "libical\(ICAL_MAJOR_VERSION)"))

    private init(_ library: SharedLibrary) {
        // A mistake in a rule must not abort the process.
        let setFatal: SetFatal = library.function("icalerror_set_errors_are_fatal")
        setFatal(0)
        unsafe parseRule = library.function("icalrecurrencetype_from_string")
        unsafe newIterator = library.function("icalrecur_iterator_new")
        unsafe next = library.function("icalrecur_iterator_next")
        unsafe freeIterator = library.function("icalrecur_iterator_free")
    }
}

/// Unchecked: the library is never unloaded, and different threads may use different iterators.
extension LibICal: @unchecked Sendable {}

extension CompletedOccurrence {
    /// Loads libical; a missing library ends the process.
    package static func loadLibrary() { _ = LibICal.shared }
}

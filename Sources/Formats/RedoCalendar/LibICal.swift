import CIcal
import RedoSystem

/// libical, which has to be loaded before one of its functions is called.
enum LibICal {
    /// Loads it, unless it is loaded. The owner of an iterator, a component or a zone has done so.
    static func load() { precondition(isLoaded) }

    /// Different threads may use different iterators.
    private static let isLoaded: Bool = {
        unsafe SharedLibrary.require(.iCalendar, redo_ical_addresses(), redo_ical_names())
        // A mistake in a rule must not abort the process.
        icalerror_set_errors_are_fatal(0)
        return true
    }()
}

extension LibraryFile {
    /// The version of libical whose structures the program is compiled for.
    package static let iCalendar = LibraryFile(
        "libical", names: ["libical.so.3"], packages: ["libical3t64", "libical3"], version: .none)
}

extension CompletedOccurrence {
    /// Loads libical; a missing library ends the process.
    package static func loadLibrary() { LibICal.load() }
}

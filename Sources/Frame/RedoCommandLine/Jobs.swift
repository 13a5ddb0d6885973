import RedoSystem

/// The number of processors that a command may use.
package enum Jobs {
    package static let option = OptionSpecification.value(
        "jobs", letter: "j", takes: "count", isExpert: true,
        "use at most this many processors, instead of all")

    /// Does as the option says.
    ///
    /// - Throws: wrong usage if it is not a number of 1 or more.
    static func apply(_ arguments: Arguments) throws(RedoError) {
        guard arguments.declares(option), let count = try arguments.count(option) else { return }
        guard count > 0 else { throw .usage("--jobs takes a number of 1 or more") }
        Parallel.limit(to: count)
    }
}

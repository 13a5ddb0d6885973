import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoSystem

/// The request of `redo start` or `redo stop`: the tasks, the time, and how nodes are written.
struct WorkRequest {
    private static let at = OptionSpecification.value(
        "at", takes: "when", "at this time, instead of now")
    static let options = [at] + TaskSelection.options + [WritingRequest.expect]

    let tasks: TaskSelection.Request
    let writing: WritingRequest
    /// The value of `--at`; nil for now.
    private let time: String?

    /// - Throws: wrong usage for a dialect that does not exist.
    init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        time = arguments.value(Self.at)
        writing = try WritingRequest(arguments)
    }

    /// The time that `--at` means; nil for now.
    ///
    /// - Throws: as ``moment(_:of:now:)``.
    func moment(now: Instant) throws(RedoError) -> Instant? {
        try time.map { (text) throws(RedoError) in
            try Self.moment(text, of: "--\(Self.at.name)", now: now)
        }
    }

    /// The time of work that a text means.
    ///
    /// - Parameter option: the one that has the text, for errors.
    /// - Throws: wrong usage for a text that is not a time, and for a time ahead of the clock.
    static func moment(
        _ text: String, of option: String, now: Instant
    ) throws(RedoError) -> Instant {
        let moment = try TimeExpression(now: now, direction: .past).moment(text)
        guard moment <= now else { throw .usage("\(option) \(text) is in the future") }
        return moment
    }
}

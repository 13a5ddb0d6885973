import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoSystem

/// The request of `redo start` or `redo stop`: the tasks, the time, and how nodes are written.
struct WorkRequest {
    private static let at = OptionSpecification.value(
        "at", takes: "when", "at this time, instead of now")
    static let options = [at] + TaskSelection.options

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
    /// - Throws: wrong usage for a text that is not a time, and for a time ahead of the clock.
    func moment(now: Instant) throws(RedoError) -> Instant? {
        guard let time else { return nil }
        let moment = try TimeExpression(now: now, direction: .past).moment(time)
        guard moment <= now else { throw .usage("--at \(time) is in the future") }
        return moment
    }
}

import RedoCommandLine
import RedoCrypto
import RedoKeys
import RedoModel
import RedoStore
import RedoSystem

/// A program of the user's that finds participants or takes payments, in the style of git's credential helpers
/// (redo-room-helpers(7)).
///
/// It gets lines `name=value` and an empty line on standard input, and answers by such lines. Its time and its answer
/// are limited, and an answer counts only as a whole.
struct RoomHelper {
    /// The kind of a request to a helper: the last word of its command line.
    enum Verb: String { case resolve, pay }

    private let command: String
    private let verb: Verb
    private let seconds: Int
    private let surroundings: Surroundings

    private static let maximumAnswerByteCount = 1 << 16

    /// The programs that the user's configuration names for a verb.
    ///
    /// - Throws: wrong usage for a time that is not one.
    static func all(
        for verb: Verb, _ configuration: LayeredConfiguration, _ surroundings: Surroundings
    ) throws(RedoError) -> [RoomHelper] {
        let seconds = try configuration.checkedNumber(.roomHelperTimeout) ?? 30
        let commands: [String] =
            switch verb {
            case .resolve: configuration.values(.roomResolver)
            case .pay: configuration.value(.roomPayment).map { [$0] } ?? []
            }
        return commands.map {
            RoomHelper(command: $0, verb: verb, seconds: seconds, surroundings: surroundings)
        }
    }

    /// Sends a request to the program.
    ///
    /// - Parameter lines: names, and values without line feeds.
    /// - Throws: ROOM_001 unless it ends with 0 in time with an answer that is whole: UTF-8, lines `name=value`, no
    ///   control characters.
    func request(_ lines: [(name: String, value: String)]) throws(RedoError) -> KeyMessage {
        // Nothing of a value is read by the shell.
        let program = LimitedProgram(
            "/bin/sh", arguments: ["-c", "\(command) \(verb.rawValue)"], environment: [:],
            leavingOut: "REDO_", in: surroundings.directory, errors: .inherited)
        // A signal comes when the program has been ended.
        let deferral = DeferredTermination()
        defer { _ = deferral }
        let outcome: LimitedProgram.Outcome
        do throws(SystemError) {
            outcome = try program.run(
                input: KeyMessage(lines).bytes, seconds: seconds,
                keeping: Self.maximumAnswerByteCount)
        } catch {
            throw failure("cannot be run: \(error)")
        }
        switch outcome.ending {
        case .exited(0): break
        case .exited(let status): throw failure("ended with status \(status)")
        case .outOfTime: throw failure("did not end within \(seconds) s")
        case .interrupted: throw failure("was interrupted")
        }
        if outcome.isCut {
            throw failure("answered more than \(Self.maximumAnswerByteCount) bytes")
        }
        guard let answer = KeyMessage(head: outcome.output.span),
            answer.lines.allSatisfy({ Self.isHarmless($0.name) && Self.isHarmless($0.value) })
        else { throw failure("did not answer with lines name=value in UTF-8") }
        return answer
    }

    /// The error for what the program did or answered.
    func failure(_ what: String) -> RedoError {
        RedoError(
            .roomHelperFailed, "nothing is written: the program '\(command)' \(what)",
            hints: [
                "'printf \"\\n\" | \(command) \(verb.rawValue)' shows what it prints; "
                    + "redo-room-helpers(7) describes the requests"
            ])
    }

    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
    }
}

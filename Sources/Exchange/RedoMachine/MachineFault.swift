import RedoInsight
import RedoModel

/// The reason why a machine gave no usable answer. Nothing is written then, and the request can be repeated.
package enum MachineFault: Error, Equatable, Sendable {
    /// Neither an endpoint nor a command is configured.
    case notConfigured
    /// The endpoint is not a URL to which a text may be sent.
    case badEndpoint
    /// The program that has the token returned none.
    case noToken(String)
    /// No answer, or an incomplete one.
    case unreachable(String)
    /// The answer took longer than this many seconds.
    case outOfTime(seconds: Int)
    /// A signal ended this process first.
    case interrupted
    /// An answer with a status that is neither 200 nor 422.
    case status(Int)
    /// The command ended with a status that is neither 0 nor that of the horizon.
    case exited(Int32)
    /// The answer exceeds the maximum size.
    case tooLong
    case empty
    case notUTF8
    /// A control character, at a byte offset.
    case controlCharacter(offset: Int)
    /// A document of another type than plain text.
    case notPlainText(String)
    /// An answer that has no meaning for the occasion.
    case notUnderstood(RoomOccasion)

    /// A sentence without a full stop, which contains nothing of the answer.
    package var reason: String {
        switch self {
        case .notConfigured: "no machine is configured"
        case .badEndpoint:
            "room.endpoint is not a URL that begins with https://, without a name and a password"
        case .noToken(let reason): "room.tokenHelper gave no token: \(reason)"
        case .unreachable(let reason): "the machine cannot be reached: \(reason)"
        case .outOfTime(let seconds): "the machine did not answer within \(seconds) s"
        case .interrupted: "the wait for the machine was interrupted"
        case .status(let status): "the machine answered with the status \(status)"
        case .exited(let status): "the machine's command ended with status \(status)"
        case .tooLong: "the machine's answer has more than \(MachineText.maximumByteCount) bytes"
        case .empty: "the machine's answer is empty"
        case .notUTF8: "the machine's answer is not UTF-8"
        case .controlCharacter(let offset):
            "the machine's answer has a control character at byte \(offset)"
        case .notPlainText(let type): "the machine's answer is not plain text: \(type)"
        case .notUnderstood(.invitation):
            "the machine's answer begins neither with ACCEPT nor with DECLINE"
        case .notUnderstood: "the machine's answer means nothing here"
        }
    }
}

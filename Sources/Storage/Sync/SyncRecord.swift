import RedoJSON
import RedoModel
import RedoSystem

/// The result of one exchange with a remote.
package struct SyncRecord: Sendable, Equatable {
    /// The trigger of an exchange.
    package enum Cause: String, CaseIterable, Sendable {
        /// A user or a script.
        case command
        /// A command that wrote, because of `sync.auto`.
        case auto
        /// `redo sync --watch`.
        case watch
    }

    /// Why an exchange failed.
    package struct Failure: Sendable, Equatable {
        package let code: ErrorCode
        package let message: String
        package let hints: [String]

        package init(code: ErrorCode, message: String, hints: [String]) {
            self.code = code
            self.message = message
            self.hints = hints
        }
    }

    /// The time of the start.
    package let time: Instant
    package let remote: String
    package let cause: Cause
    package var milliseconds = 0
    /// Nodes that the store did not have.
    package var receivedCount = 0
    /// Nodes that the remote did not have.
    package var sentCount = 0
    /// Tasks that were merged.
    package var mergedCount = 0
    /// Tasks that have several heads after it.
    package var divergedCount = 0
    /// Whether something was refused, or an answer is incomplete because of damage.
    package var status = ExitStatus.done
    package var failure: Failure?

    package init(time: Instant, remote: String, cause: Cause) {
        self.time = time
        self.remote = remote
        self.cause = cause
    }

    /// Whether the remote could not be reached.
    package var isOffline: Bool { failure?.code == .unreachable }
}

extension SyncRecord {
    package var json: JSONValue {
        var members = [
            JSONMember("cause", .string(JSONString(cause.rawValue))),
            JSONMember("diverged", .number(Double(divergedCount))),
        ]
        if let failure {
            members.append(
                JSONMember(
                    "failure",
                    .object([
                        JSONMember("code", .string(JSONString(failure.code.rawValue))),
                        JSONMember(
                            "hints", .array(failure.hints.map { .string(JSONString($0)) })),
                        JSONMember("message", .string(JSONString(failure.message))),
                    ])))
        }
        return .object(
            members + [
                JSONMember("merged", .number(Double(mergedCount))),
                JSONMember("milliseconds", .number(Double(milliseconds))),
                JSONMember("received", .number(Double(receivedCount))),
                JSONMember("remote", .string(JSONString(remote))),
                JSONMember("sent", .number(Double(sentCount))),
                JSONMember("status", .number(Double(status.rawValue))),
                JSONMember("time", .string(JSONString(time.wallText))),
            ])
    }

    /// Reads what `redo sync --json` printed.
    package init?(printed bytes: [UInt8]) {
        guard bytes.last == UInt8(ascii: "\n") else { return nil }
        self.init(Array(bytes.dropLast()))
    }

    /// - Returns: nil unless it is the line of a record.
    package init?(_ line: [UInt8]) {
        guard let root = (try? JSONDocument(line))?.root.value,
            let time = root["time"]?.string?.instant, let remote = root["remote"]?.string,
            let cause = (root["cause"]?.string).flatMap({ Cause(rawValue: $0.description) }),
            let milliseconds = root["milliseconds"]?.integer,
            let received = root["received"]?.integer, let sent = root["sent"]?.integer,
            let merged = root["merged"]?.integer, let diverged = root["diverged"]?.integer,
            let status = root["status"]?.integer.flatMap({ Int32(exactly: $0) })
                .flatMap({ ExitStatus(rawValue: $0) })
        else { return nil }
        self.init(time: time, remote: remote.description, cause: cause)
        self.milliseconds = milliseconds
        (receivedCount, sentCount, mergedCount, divergedCount) = (received, sent, merged, diverged)
        self.status = status
        guard let failure = root["failure"] else { return }
        guard let code = (failure["code"]?.string).flatMap({ ErrorCode(rawValue: $0.description) }),
            let message = failure["message"]?.string, case .array(let hints)? = failure["hints"]
        else { return nil }
        self.failure = Failure(
            code: code, message: message.description,
            hints: hints.compactMap { $0.string?.description })
    }
}

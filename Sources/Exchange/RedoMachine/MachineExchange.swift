import RedoSystem

/// A request to a machine that is not answered yet. It is cancelled when this object is released.
package final class MachineExchange {
    enum Kind { case command, endpoint }

    private let program: RunningProgram
    private let seconds: Int
    private let kind: Kind
    /// The time of the request, by the monotonic clock.
    private let start = Clock.monotonicNanoseconds()
    /// Receives the status of an endpoint's answer.
    private let note: (Int) -> Void

    init(
        _ program: RunningProgram, _ seconds: Int, _ kind: Kind,
        note: @escaping (Int) -> Void = { _ in }
    ) {
        self.program = program
        self.seconds = seconds
        self.kind = kind
        self.note = note
    }

    /// The event source after which ``advance(within:)`` should be called.
    package var source: EventSource { program.source }

    /// Checks whether the machine has answered.
    ///
    /// - Parameter milliseconds: the maximum wait for an event.
    /// - Returns: a complete answer; nil if there is none yet.
    /// - Throws: ``MachineFault`` if there will be no answer.
    package func advance(within milliseconds: Int32 = 0) throws(MachineFault) -> MachineReply? {
        guard let outcome = program.advance(within: milliseconds) else { return nil }
        switch outcome.ending {
        case .outOfTime: throw .outOfTime(seconds: seconds)
        case .interrupted: throw .interrupted
        case .exited(let status):
            if outcome.isCut { throw .tooLong }
            return switch kind {
            case .command: try Self.reply(of: status, outcome.output)
            case .endpoint: try reply(ofClient: status, outcome.output)
            }
        }
    }

    private static func reply(
        of status: Int32, _ output: [UInt8]
    ) throws(MachineFault) -> MachineReply {
        switch status {
        case 0: return MachineReply(.answer, output)
        case MachineReply.horizonExit: return MachineReply(.horizon, output)
        default: throw .exited(status)
        }
    }

    private func reply(
        ofClient status: Int32, _ output: [UInt8]
    ) throws(MachineFault) -> MachineReply {
        guard status == 0, let reply = HTTPReply(output) else {
            throw failure(status, output)
        }
        note(reply.status)
        let kind: MachineReply.Kind
        switch reply.status {
        case 200: kind = .answer
        case 422: kind = .horizon
        default: throw .status(reply.status)
        }
        if let type = reply.contentType, !type.lowercased().hasPrefix("text/plain") {
            throw .notPlainText(type)
        }
        return MachineReply(kind, reply.body)
    }

    /// The fault that `redo-http` has reported.
    private func failure(_ status: Int32, _ output: [UInt8]) -> MachineFault {
        let line = output.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line, as: UTF8.self)
        let error = Diagnostic(reading: text)
        if error?.code == .payloadTooLarge { return .tooLong }
        guard let error, error.code == .unreachable else {
            return .unreachable("redo-http ended with status \(status)")
        }
        // The program ends by itself after its time limit.
        let passed = Clock.monotonicNanoseconds() - start
        if passed >= UInt64(seconds) * 1_000_000_000 { return .outOfTime(seconds: seconds) }
        return .unreachable(error.text)
    }
}

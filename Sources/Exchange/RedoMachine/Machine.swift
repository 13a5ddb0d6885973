import RedoSystem

/// The machine of rooms: the endpoint or command that receives a text and answers.
///
/// This module has the requests to a machine, their transport, and the meaning of its answers (docs/rooms.md). It
/// neither reads nor writes nodes: RedoRepository has the rooms, and the commands write the messages. Start here:
/// ``send(_:errors:)`` starts a ``MachineExchange``, whose ``MachineReply`` becomes a ``MachineAnswer``.
package struct Machine: Sendable {
    package enum Location: Equatable, Sendable {
        /// A URL, which receives the text by `POST`, and the program that has its token.
        case endpoint(String, tokenHelper: String?)
        /// A shell command, which reads the text from its standard input.
        case command(String)
    }

    package let location: Location
    /// The time limit of an answer.
    package let seconds: Int
    /// The file of `redo-http`.
    private let client: String

    /// - Parameter directory: the directory of the suite's programs.
    package init(_ location: Location, seconds: Int, programs directory: String) {
        self.location = location
        self.seconds = seconds
        client = "\(directory)/redo-http"
    }

    /// The status with which a server refuses a token.
    private static let unauthorized = 401
    /// The maximum size of an answer's head in bytes.
    private static let headByteCount = 1 << 10

    /// Sends a text to the machine, and does not wait for its answer.
    ///
    /// - Parameters:
    ///   - text: the text to send.
    ///   - errors: the destination of the command's standard error.
    /// - Throws: ``MachineFault`` if the request cannot be sent.
    package func send(
        _ text: [UInt8], errors: LimitedProgram.ErrorOutput
    ) throws(MachineFault) -> MachineExchange {
        switch location {
        case .command(let command):
            // The limit and one more byte, so that a longer answer is detected.
            let program = LimitedProgram(
                "/bin/sh", arguments: ["-c", command], environment: [:], leavingOut: "REDO_",
                in: nil, errors: errors)
            return MachineExchange(
                try start(program, text, keeping: MachineText.maximumByteCount + 1), seconds,
                .command)
        case .endpoint(let url, let helper):
            guard HTTPRequest.mayBeAsked(url) else { throw .badEndpoint }
            let source = helper.map { EndpointToken(program: $0, host: hostName(of: url)) }
            var request = HTTPRequest(url: url)
            request.seconds = seconds
            request.token = try source.map { (source) throws(MachineFault) in try source.get() }
            request.body = text
            let program = LimitedProgram(
                client, arguments: [], environment: [:], leavingOut: "REDO_", in: nil)
            let running = try start(
                program, request.bytes, keeping: MachineText.maximumByteCount + Self.headByteCount)
            let token = request.token
            return MachineExchange(running, seconds, .endpoint) { status in
                if status == Self.unauthorized, let token { source?.erase(token) }
            }
        }
    }

    private func start(
        _ program: LimitedProgram, _ input: [UInt8], keeping limit: Int
    ) throws(MachineFault) -> RunningProgram {
        do throws(SystemError) {
            // One second more, so that redo-http itself reports its timeout.
            return try program.start(input: input, seconds: seconds + 1, keeping: limit)
        } catch {
            throw .unreachable(error.description)
        }
    }
}

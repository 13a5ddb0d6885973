import RedoSystem

/// Where the machine of rooms is: what a text is sent to, and what answers.
package struct Machine: Sendable {
    package enum Place: Equatable, Sendable {
        /// A URL, which is sent the text by `POST`, and the program that knows its token.
        case endpoint(String, tokenHelper: String?)
        /// A shell command, which reads the text from its standard input.
        case command(String)
    }

    package let place: Place
    /// How long it may take for an answer.
    package let seconds: Int
    /// The file of `redo-http`.
    private let client: String

    /// - Parameter folder: that of the suite's programs.
    package init(_ place: Place, seconds: Int, programs folder: String) {
        self.place = place
        self.seconds = seconds
        client = "\(folder)/redo-http"
    }

    /// The status with which a server refuses a token.
    private static let unauthorized = 401
    /// The head of an answer has fewer bytes.
    private static let headByteCount = 1 << 10

    /// Asks the machine, and does not wait for its answer.
    ///
    /// - Parameters:
    ///   - text: what it is sent.
    ///   - errors: where what its command says on standard error goes.
    /// - Throws: ``MachineFault`` if it cannot be asked.
    package func ask(
        _ text: [UInt8], errors: LimitedProgram.ErrorOutput
    ) throws(MachineFault) -> MachineExchange {
        switch place {
        case .command(let command):
            // The limit and one more, so that what is too long is known.
            let program = LimitedProgram(
                "/bin/sh", arguments: ["-c", command], environment: [:], leavingOut: "REDO_",
                in: nil, errors: errors)
            return MachineExchange(
                try start(program, text, keeping: MachineText.greatestByteCount + 1), seconds,
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
                program, request.bytes, keeping: MachineText.greatestByteCount + Self.headByteCount)
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
            // A second more, so that redo-http says itself that its time is over.
            return try program.start(input: input, seconds: seconds + 1, keeping: limit)
        } catch {
            throw .unreachable(error.description)
        }
    }
}

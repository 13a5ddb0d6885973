import RedoCrypto
import RedoSystem

/// The connection of commands to a running key agent, which signs and opens boxes, and never returns a key.
package struct KeyAgent: Sendable {
    private let directory: KeyAgentDirectory

    /// The timeout of an answer, in seconds.
    private static let seconds = 10
    /// The maximum size of an answer in bytes.
    private static let maximumAnswerByteCount = 1 << 22

    package init(in directory: KeyAgentDirectory) { self.directory = directory }

    /// A request to an agent.
    package enum Request: String, Sendable {
        case `public`, sign, unseal, store, delete, lock, status, stop
    }

    /// Whether a process listens at the agent's socket, in a directory that is the user's alone.
    package var isRunning: Bool { (try? connect()) != nil }

    /// Returns a signer with a key of the agent; nil if no agent runs, or it does not have the key.
    package func signer(_ key: PublicKey) -> Signer? {
        guard let answer = try? ask(.public, about: key), answer.publicKey == key else {
            return nil
        }
        return Signer(asking: AgentSigner(agent: self, publicKey: key))
    }

    /// Returns the box key of a key; nil if no agent runs, or it does not have the key.
    package func boxKey(of key: PublicKey) -> BoxPublicKey? {
        guard let box = (try? ask(.public, about: key))?["box"] else { return nil }
        return BoxPublicKey(hexadecimal: Array(box.utf8).span)
    }

    /// Opens a box.
    ///
    /// - Throws: KEYCHAIN_002 if the agent does not hold the key, or the box is not sealed to it.
    package func unseal(_ box: [UInt8], with key: PublicKey) throws(RedoError) -> [UInt8] {
        try ask(.unseal, about: key, box).body
    }

    /// Passes a key to the agent, which holds it until its time limit.
    ///
    /// - Throws: KEYCHAIN_002 if no agent runs, or it refuses the key.
    package func store(_ key: borrowing SigningKey) throws(RedoError) {
        var input = Self.head(
            .store,
            [
                ("publicKey", key.publicKey.hexadecimal),
                ("length", "\(SigningKey.seedByteCount)"),
            ])
        key.appendSeed(to: &input)
        _ = try ask(&input)
    }

    /// Removes a key from the agent, if one runs.
    package func forget(_ key: PublicKey) { _ = try? ask(.delete, about: key) }

    /// Removes all keys from the agent.
    package func lock() throws(RedoError) { _ = try ask(.lock, []) }

    /// Ends the agent.
    package func stop() throws(RedoError) { _ = try ask(.stop, []) }

    /// Returns the agent's process, and the keys that it holds, with the seconds that are left.
    package func status() throws(RedoError) -> (
        process: Int, keys: [(user: String, seconds: String)]
    ) {
        let answer = try ask(.status, [])
        guard let process = answer["process"].flatMap({ Int($0) }) else { throw malformed }
        return (
            process,
            answer.values("key").compactMap { text in
                let parts = text.split(separator: " ").map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
        )
    }

    fileprivate func sign(_ message: [UInt8], with key: PublicKey) throws(RedoError) -> Signature {
        let answer = try ask(.sign, about: key, message)
        guard
            let signature = answer["signature"].flatMap({
                Signature(hexadecimal: Array($0.utf8).span)
            })
        else { throw malformed }
        return signature
    }

    // MARK: Asking

    private static func head(
        _ request: Request, _ lines: [(name: String, value: String)]
    ) -> [UInt8] {
        KeyMessage([("request", request.rawValue)] + lines).bytes
    }

    private func ask(
        _ request: Request, about key: PublicKey, _ body: [UInt8] = []
    ) throws(RedoError) -> KeyMessage {
        try ask(request, [("publicKey", key.hexadecimal)], body)
    }

    private func ask(
        _ request: Request, _ lines: [(name: String, value: String)], _ body: [UInt8] = []
    ) throws(RedoError) -> KeyMessage {
        var input = KeyMessage([("request", request.rawValue)] + lines, body: body).bytes
        return try ask(&input)
    }

    private func connect() throws(RedoError) -> TimeoutSocket {
        do throws(SystemError) {
            guard directory.isPrivate else {
                throw SystemError(code: 2, call: "connect", path: directory.socket)
            }
            let connection = try LocalSocket.connect(to: directory.socket)
            guard try connection.peer().user == Environment.effectiveUser else {
                throw SystemError(
                    code: 13, call: "connect", path: directory.socket,
                    words: "Another user listens there")
            }
            return connection
        } catch {
            throw Self.failed("it does not run: \(error.reason)")
        }
    }

    /// - Parameter input: is wiped before the function returns.
    private func ask(_ input: inout [UInt8]) throws(RedoError) -> KeyMessage {
        defer { wipe(&input) }
        let connection = try connect()
        var answer: [UInt8] = []
        let deadline = Deadline(after: Self.seconds)
        do throws(TimeoutSocket.Interruption) {
            try connection.write(input.span, until: deadline)
            connection.endOutput()
            while answer.count <= Self.maximumAnswerByteCount {
                let count = try connection.read(
                    atMost: 1 << 16, into: &answer, until: deadline)
                if count == 0 { break }
            }
        } catch {
            throw Self.failed("it does not answer")
        }
        guard var message = KeyMessage(head: answer.span) else { throw malformed }
        if let error = message["error"] { throw Self.failed(error) }
        guard message["ok"] != nil, let count = message.bodyByteCount(limit: answer.count) else {
            throw malformed
        }
        message.body = Array(answer.suffix(count))
        return message
    }

    private static func failed(_ reason: String) -> RedoError {
        RedoError(
            .keyNotLoaded, "the key agent: \(reason)",
            hints: ["'redo key agent start' starts one; a sealed key must then be unlocked again"])
    }

    private var malformed: RedoError { Self.failed("its answer does not follow its protocol") }
}

/// A key that a key agent holds.
private struct AgentSigner: ForeignSigner {
    let agent: KeyAgent
    let publicKey: PublicKey

    var name: String { "agent" }

    func sign(_ message: [UInt8]) throws(RedoError) -> Signature {
        try agent.sign(message, with: publicKey)
    }
}

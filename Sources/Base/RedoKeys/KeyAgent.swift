import RedoCrypto
import RedoSystem

/// A running key agent, as the commands ask it: it signs and opens boxes, and never gives a key away.
package struct KeyAgent: Sendable {
    private let folder: KeyAgentFolder

    /// How long it has for an answer.
    private static let seconds = 10
    /// The bytes of an answer that are read.
    private static let greatestAnswerByteCount = 1 << 22

    package init(in folder: KeyAgentFolder) { self.folder = folder }

    /// What an agent is asked for.
    package enum Request: String, Sendable {
        case `public`, sign, unseal, store, delete, lock, status, stop
    }

    /// Whether something listens at its socket, in a folder that is the user's alone.
    package var isRunning: Bool { (try? connect()) != nil }

    /// What signs with a key; nil if no agent runs, or it does not hold the key.
    package func signer(_ key: PublicKey) -> Signer? {
        guard let answer = try? ask(.public, about: key), answer.publicKey == key else {
            return nil
        }
        return Signer(asking: AgentSigner(agent: self, publicKey: key))
    }

    /// The box key beside a key that it holds; nil if no agent runs, or it does not hold the key.
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

    /// Hands a key over for the agent's time.
    ///
    /// - Throws: KEYCHAIN_002 if no agent runs, or it does not take the key.
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

    /// Lets it forget a key, if it runs and has it.
    package func forget(_ key: PublicKey) { _ = try? ask(.delete, about: key) }

    /// Lets it forget all keys.
    package func lock() throws(RedoError) { _ = try ask(.lock, []) }

    /// Ends it.
    package func stop() throws(RedoError) { _ = try ask(.stop, []) }

    /// Its process, and the keys that it holds with the seconds that are left.
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
            guard folder.isPrivate else {
                throw SystemError(code: 2, call: "connect", path: folder.socket)
            }
            let connection = try LocalSocket.connect(to: folder.socket)
            guard try connection.peer().user == Environment.effectiveUser else {
                throw SystemError(
                    code: 13, call: "connect", path: folder.socket,
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
            while answer.count <= Self.greatestAnswerByteCount {
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
            hints: ["'redo key agent start' starts one; a sealed key is asked for once more then"])
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

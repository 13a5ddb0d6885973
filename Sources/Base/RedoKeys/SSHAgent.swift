import RedoCrypto
import RedoSystem

/// A running agent of OpenSSH, which signs with Ed25519 keys that it keeps to itself.
///
/// Two messages of its protocol are enough (draft-miller-ssh-agent): the list of its keys, and a signature. Each
/// message consists of its length in four bytes, highest first, a byte for its type, and strings with their lengths.
package struct SSHAgent: KeyHelper {
    package static let name = "ssh-agent"

    package var name: String { Self.name }
    /// The path of its socket; nil if the environment names none.
    private let socket: String?
    /// The timeout of an answer in seconds: the agent can prompt the user first (`ssh-add -c`).
    private let seconds: Int
    /// The users who may run it: any other user could read what is signed.
    private let trusted: Set<UInt32>

    /// The maximum length of a text to sign, in bytes. OpenSSH's agent accepts messages of 256 KiB.
    package static let maximumMessageByteCount = 256_000
    /// The maximum length of an answer in bytes.
    private static let maximumAnswerByteCount = 1 << 18
    private static let keyType = Array("ssh-ed25519".utf8)

    /// - Parameters:
    ///   - socket: the value of `SSH_AUTH_SOCK`.
    ///   - trusted: the users who may run the agent: this one and root.
    package init(
        socket: String?, seconds: Int,
        trusting trusted: Set<UInt32> = [0, Environment.effectiveUser]
    ) {
        self.socket = socket
        self.seconds = seconds
        self.trusted = trusted
    }

    package func verbs() throws(RedoError) -> Set<KeyVerb> { [.list, .public, .sign] }

    package func list() throws(RedoError) -> [PublicKey] {
        var answer = WireReader(try ask(Message.requestIdentities, [], expecting: .identities))
        guard let count = answer.number(), count <= 10_000 else { throw malformed }
        var keys: [PublicKey] = []
        for _ in 0..<count {
            guard let blob = answer.string(), answer.string() != nil else { throw malformed }
            var blobReader = WireReader(blob)
            guard blobReader.string() == Self.keyType else { continue }
            guard let key = blobReader.string().flatMap(PublicKey.init(bytes:)) else {
                throw malformed
            }
            keys.append(key)
        }
        return keys
    }

    package func find(_ key: PublicKey) throws(RedoError) -> BoxPublicKey? {
        guard try list().contains(key) else { throw absent(key) }
        return nil
    }

    package func sign(_ message: [UInt8], with key: PublicKey) throws(RedoError) -> Signature {
        guard message.count <= Self.maximumMessageByteCount else {
            throw .helper(
                name, .tooLarge,
                "it signs at most \(Self.maximumMessageByteCount) bytes, and these are "
                    + "\(message.count): nothing was written",
                remedies: ["write less at a time, or sign with another key: redo key list"])
        }
        let blob = Self.string(Self.keyType) + Self.string(key.bytes)
        let request = Self.string(blob) + Self.string(message) + Self.number(0)
        let answer: [UInt8]
        do throws(RedoError) {
            answer = try ask(Message.signRequest, request, expecting: .signResponse)
        } catch {
            // The agent refuses without a reason: it lacks the key, is locked, or its user refused.
            guard error.helperFault?.state == .incapable else { throw error }
            guard try list().contains(key) else { throw absent(key) }
            throw .helper(
                name, .locked, "it does not sign with the key \(key.hexadecimal.prefix(32))",
                remedies: ["confirm where it asks, and repeat the command"])
        }
        var reader = WireReader(answer)
        guard let signed = reader.string() else { throw malformed }
        var signedReader = WireReader(signed)
        guard signedReader.string() == Self.keyType,
            let signature = signedReader.string().flatMap(Signature.init(bytes:))
        else { throw malformed }
        return signature
    }

    // MARK: Messages

    private enum Message {
        static let requestIdentities: UInt8 = 11
        static let signRequest: UInt8 = 13
        static let failure: UInt8 = 5
    }

    private enum Answer: UInt8 {
        case identities = 12
        case signResponse = 14
    }

    private func ask(
        _ kind: UInt8, _ content: [UInt8], expecting expected: Answer
    ) throws(RedoError) -> [UInt8] {
        guard let socket else {
            throw .helper(
                name, .failed, "SSH_AUTH_SOCK names no agent",
                remedies: [Self.starting])
        }
        let answer: [UInt8]
        let deadline = Deadline(after: seconds)
        do throws(TimeoutSocket.Interruption) {
            let connection = try connect(to: socket)
            let request = Self.number(content.count + 1) + [kind] + content
            try connection.write(request.span, until: deadline)
            let count = WireReader.number(try read(4, from: connection, until: deadline))
            guard (1...Self.maximumAnswerByteCount).contains(count) else {
                throw .failed(SystemError(code: 71, call: "read", path: socket))
            }
            answer = try read(count, from: connection, until: deadline)
        } catch {
            throw unreachable(error, socket)
        }
        if answer[0] == Message.failure {
            throw .helper(
                name, .incapable, "it refused", remedies: ["'ssh-add -l' shows what it says"])
        }
        guard answer[0] == expected.rawValue else { throw malformed }
        return Array(answer.dropFirst())
    }

    /// Connects to the agent, unless another user runs it. The directory of an agent that has ended, such as
    /// `/tmp/ssh-…`, is eventually removed; then anyone can create it again.
    private func connect(to socket: String) throws(TimeoutSocket.Interruption) -> TimeoutSocket {
        do throws(SystemError) {
            let connection = try LocalSocket.connect(to: socket)
            let user = try connection.peer().user
            guard trusted.contains(user) else {
                throw SystemError(
                    code: 13, call: "connect", path: socket,
                    words: "User \(user) runs it, not you")
            }
            return connection
        } catch {
            throw .failed(error)
        }
    }

    private func read(
        _ count: Int, from connection: borrowing TimeoutSocket, until deadline: Deadline
    ) throws(TimeoutSocket.Interruption) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let read = try connection.read(
                atMost: count - bytes.count, into: &bytes, until: deadline)
            if read == 0 {
                throw .failed(
                    SystemError(
                        code: 104, call: "read", path: socket ?? "", words: "It hung up"))
            }
        }
        return bytes
    }

    private func unreachable(
        _ interruption: TimeoutSocket.Interruption, _ socket: String
    ) -> RedoError {
        let reason =
            switch interruption {
            case .failed(let cause): "it cannot be reached at \(socket): \(cause.reason)"
            case .silent: "it does not answer"
            case .terminated: "the wait was interrupted"
            }
        return .helper(
            name, .failed, reason,
            remedies: [Self.starting])
    }

    private static let starting =
        "'eval \"$(ssh-agent)\" && ssh-add' starts one in this shell, with your keys"

    private func absent(_ key: PublicKey) -> RedoError {
        .helper(
            name, .absent, "it does not have the key \(key.hexadecimal.prefix(32))",
            remedies: ["'ssh-add' adds the key to it", "'ssh-add -X' unlocks it, if it is locked"])
    }

    private var malformed: RedoError {
        .helper(
            name, .failed, "its answer does not follow its protocol",
            remedies: ["'ssh-add -l' shows what it says"])
    }

    private static func number(_ value: Int) -> [UInt8] {
        let value = UInt32(truncatingIfNeeded: value)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func string(_ bytes: [UInt8]) -> [UInt8] { number(bytes.count) + bytes }
}

/// Reads the numbers and strings of a message from its beginning.
struct WireReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of four bytes, highest first.
    static func number(_ bytes: some Collection<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The next four bytes as a number; nil if there are fewer.
    mutating func number() -> Int? { take(4).map(Self.number) }

    /// The next string; nil if it is truncated.
    mutating func string() -> [UInt8]? {
        guard let count = number() else { return nil }
        return take(count).map(Array.init)
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }
}

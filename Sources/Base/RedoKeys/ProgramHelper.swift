import RedoCrypto
import RedoSystem

/// A program of the user that keeps keys, as git's credential helpers keep passwords (docs/keys.md).
///
/// A shell finds the program and splits its arguments; the verb is the last argument.
package struct ProgramHelper: KeyHelper {
    package let name: String
    private let command: String
    /// The timeout of an answer, in seconds.
    private let seconds: Int

    /// The maximum size of an answer in bytes.
    private static let maximumAnswerByteCount = 1 << 22
    /// The maximum length of a reason that is shown, in characters.
    private static let maximumReasonLength = 500

    package init(_ name: String, command: String, seconds: Int) {
        self.name = name
        self.command = command
        self.seconds = seconds
    }

    package func verbs() throws(RedoError) -> Set<KeyVerb> {
        Set(try ask(.capabilities).values("verb").compactMap(KeyVerb.init))
    }

    package func list() throws(RedoError) -> [PublicKey] {
        try demand(.list)
        return try ask(.list).values("publicKey").map { (text) throws(RedoError) in
            guard let key = PublicKey(hexadecimal: Array(text.utf8).span) else {
                throw failure("it listed an invalid public key")
            }
            return key
        }
    }

    package func find(_ key: PublicKey) throws(RedoError) -> BoxPublicKey? {
        let verbs = try verbs()
        guard verbs.contains(.public) else {
            guard verbs.contains(.list) else { return nil }
            guard try list().contains(key) else { throw absent(key) }
            return nil
        }
        let answer = try ask(.public, about: key)
        guard answer.publicKey == key else { throw absent(key) }
        guard let box = answer["box"] else { return nil }
        guard let box = BoxPublicKey(hexadecimal: Array(box.utf8).span) else {
            throw failure("it gave an invalid box key")
        }
        return box
    }

    package func sign(_ message: [UInt8], with key: PublicKey) throws(RedoError) -> Signature {
        let answer: KeyMessage
        do throws(RedoError) {
            answer = try ask(.sign, about: key, message)
        } catch {
            guard let fault = error.helperFault, fault.state == .failed else { throw error }
            // A key that works must not be replaced.
            _ = try find(key)
            throw .helper(name, .refused, fault.reason, remedies: fault.remedies)
        }
        guard
            let signature = answer["signature"].flatMap({
                Signature(hexadecimal: Array($0.utf8).span)
            })
        else { throw .helper(name, .refused, "it gave no signature") }
        return signature
    }

    package func unseal(_ box: [UInt8], with key: PublicKey) throws(RedoError) -> [UInt8] {
        try demand(.unseal)
        let answer = try ask(.unseal, about: key, box)
        guard answer["length"] != nil else { throw failure("it opened no box") }
        return answer.body
    }

    package func store(_ key: borrowing SigningKey) throws(RedoError) {
        try demand(.store)
        var input = KeyMessage([
            ("publicKey", key.publicKey.hexadecimal), ("length", "\(SigningKey.seedByteCount)"),
        ]).bytes
        key.appendSeed(to: &input)
        _ = try ask(.store, input: &input)
    }

    package func delete(_ key: PublicKey) throws(RedoError) {
        try demand(.delete)
        _ = try ask(.delete, about: key)
    }

    /// - Throws: KEYCHAIN_002 unless the helper announces a verb.
    private func demand(_ verb: KeyVerb) throws(RedoError) {
        guard try verbs().contains(verb) else { throw incapable(of: verb) }
    }

    private func failure(_ reason: String) -> RedoError {
        .helper(
            name, .failed, reason,
            remedies: ["'\(command) capabilities </dev/null' shows what the helper says"])
    }

    // MARK: Asking

    private func ask(
        _ verb: KeyVerb, about key: PublicKey, _ body: [UInt8] = []
    ) throws(RedoError) -> KeyMessage {
        var input = KeyMessage([("publicKey", key.hexadecimal)], body: body).bytes
        return try ask(verb, input: &input)
    }

    private func ask(_ verb: KeyVerb) throws(RedoError) -> KeyMessage {
        var input = KeyMessage([]).bytes
        return try ask(verb, input: &input)
    }

    /// Runs the program.
    ///
    /// - Parameter input: its standard input, which is wiped before the function returns.
    private func ask(
        _ verb: KeyVerb, input: inout [UInt8]
    ) throws(RedoError) -> KeyMessage {
        var answer: [UInt8] = []
        defer {
            wipe(&answer)
            wipe(&input)
        }
        do throws(SystemError) {
            // The child stays in the terminal's process group, so that it can prompt for a PIN.
            let child = try ChildProcess(
                "/bin/sh", arguments: ["-c", "\(shellPrefix)\(command) \(verb.rawValue)"],
                errors: .inherited, isGroupLeader: false)
            let deadline = Deadline(after: seconds)
            var isSilent = false
            do throws(ChildProcess.Interruption) {
                try child.write(input.span, until: deadline)
            } catch {
                // A helper that does not read its input may answer nevertheless.
                isSilent = error.isSilence
            }
            child.endInput()
            do throws(ChildProcess.Interruption) {
                while !isSilent, answer.count <= Self.maximumAnswerByteCount {
                    if try child.read(atMost: 1 << 16, into: &answer, until: deadline) == 0 {
                        break
                    }
                }
            } catch {
                isSilent = true
            }
            if isSilent || answer.count > Self.maximumAnswerByteCount {
                child.end()
                throw SystemError(code: 110, call: "helper", path: "silent")
            }
            let status = child.finish(until: deadline)
            guard status == 0 else {
                throw SystemError(code: status, call: "helper", path: "status")
            }
        } catch {
            switch error.path {
            case "silent": throw failure("it does not answer")
            case "status": throw failure("it ended with status \(error.code)")
            default: throw failure("it cannot be run: \(error.reason)")
            }
        }
        return try parsed(answer)
    }

    private func parsed(_ answer: [UInt8]) throws(RedoError) -> KeyMessage {
        guard var message = KeyMessage(head: answer.span) else {
            throw failure("it answered a line that is not name=value")
        }
        if let reason = message["error"] {
            switch reason {
            case "absent":
                throw .helper(name, .absent, "it does not have the key")
            case "locked": throw .helper(name, .locked, "it is locked", remedies: lockedRemedies)
            default:
                let start = reason.unicodeScalars.prefix(Self.maximumReasonLength)
                throw failure("it failed: \(String(String.UnicodeScalarView(start)))")
            }
        }
        guard let count = message.bodyByteCount(limit: answer.count) else {
            throw failure("it answered an invalid length")
        }
        if count > 0 {
            let head = answer.firstRange(ofBlankLine: ()) ?? answer.count
            guard answer.count - head >= count else { throw failure("its answer is cut off") }
            message.body = Array(answer[head..<head + count])
        }
        return message
    }

    /// Replaces the shell by the helper, so that a timeout ends the helper itself. A command of several parts needs the
    /// shell.
    private var shellPrefix: String {
        let isPlain = command.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: ":"),
                UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "+"):
                true
            default: byte >= 0x80
            }
        }
        return isPlain ? "exec " : ""
    }

    private var lockedRemedies: [String] { ["unlock it and repeat the command"] }
}

extension [UInt8] {
    /// The offset after the first empty line; nil without one.
    fileprivate func firstRange(ofBlankLine: Void) -> Int? {
        if first == UInt8(ascii: "\n") { return 1 }
        return indices.dropFirst().first {
            self[$0] == UInt8(ascii: "\n") && self[$0 - 1] == UInt8(ascii: "\n")
        }.map { $0 + 1 }
    }
}

extension TimeoutSocket.Interruption {
    /// Whether the call timed out or a signal interrupted it.
    fileprivate var isSilence: Bool {
        switch self {
        case .silent, .terminated: true
        case .failed: false
        }
    }
}

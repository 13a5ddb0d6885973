import RedoCrypto
import RedoModel
import RedoSystem

/// A name and a password from git's credential helpers.
///
/// They are requested with `git credential`, which reads the configuration and runs the helpers:
///
/// ```
/// git credential fill                         git credential approve, reject
///   ← protocol=https                            ← all that fill answered
///   ← host=example.org:8080
///   ← path=log.git
///   ← username=ana              from the address
///   ←                           an empty line
///   → the same lines, and username=…, password=…
/// ```
final class GitCredential {
    /// The lines of the answer to fill, with line feeds, which approve and reject receive.
    private let answer: SecretMemory
    private let name: Range<Int>
    private let password: Range<Int>
    private let helpers: GitCredentialHelpers

    /// Parses an answer, and wipes it.
    ///
    /// - Throws: NETWORK_002 if it has no name or no password.
    fileprivate init(
        taking answer: inout [UInt8], _ helpers: GitCredentialHelpers
    ) throws(RedoError) {
        let name = Self.value(of: "username=", in: answer)
        let password = Self.value(of: "password=", in: answer)
        self.answer = SecretMemory(taking: &answer)
        self.helpers = helpers
        guard let name, let password, !name.isEmpty else {
            throw RedoError(.unauthenticated, "git's credential helper gave no name and password")
        }
        self.name = name
        self.password = password
    }

    private static func value(of word: String, in bytes: [UInt8]) -> Range<Int>? {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if bytes[start..<end].starts(with: word.utf8), !bytes[start..<end].contains(0) {
                return start + word.utf8.count..<end
            }
            start = end + 1
        }
        return nil
    }

    /// Passes name and password to a closure, each ended by a NUL; they are wiped afterwards.
    func withNameAndPassword<Result>(_ body: ([UInt8], [UInt8]) -> Result) -> Result {
        var texts = [name, password].map { range in
            // Reserves the NUL, so that no copy remains when the array grows.
            var text: [UInt8] = []
            text.reserveCapacity(range.count + 1)
            for index in range { text.append(answer[index]) }
            text.append(0)
            return text
        }
        defer {
            wipe(&texts[0])
            wipe(&texts[1])
        }
        return body(texts[0], texts[1])
    }

    /// A text without the password, and without what a web server receives of it.
    func redacting(_ text: String) -> String {
        withNameAndPassword { name, password in
            let pair = Array(name.dropLast()) + Array(":".utf8) + Array(password.dropLast())
            let authorization = Redaction(base64(pair)).redacting(text)
            return Redaction(Array(password.dropLast()), redactsShortSecret: true)
                .redacting(authorization)
        }
    }

    /// Reports the credential as valid, so that the helpers keep it.
    func approve() { notify("approve") }

    /// Reports the credential as refused, so that the helpers forget it.
    func reject() { notify("reject") }

    private func notify(_ verb: String) {
        var lines: [UInt8] = []
        lines.reserveCapacity(answer.count)
        for index in 0..<answer.count { lines.append(answer[index]) }
        defer { wipe(&lines) }
        // Their result is ignored.
        var answer = (try? helpers.run(verb, lines)) ?? []
        wipe(&answer)
    }
}

/// Git's credential helpers, according to the user's configuration.
struct GitCredentialHelpers {
    let authentication: GitAuthentication

    /// The maximum size of an answer in bytes.
    private static let maximumByteCount = 1 << 16
    /// The time that a person may take to answer, in seconds.
    private static let secondsToAnswer = 3600

    /// Requests a name and a password.
    ///
    /// - Parameters:
    ///   - url: the URL of the repository, in the form of libgit2.
    ///   - user: the user in the address.
    /// - Throws: NETWORK_002 if there are none.
    func fill(
        scheme: String, host: String, path: String, user: String?
    ) throws(RedoError) -> GitCredential {
        var lines = "protocol=\(scheme)\nhost=\(host)\n"
        if !path.isEmpty { lines += "path=\(path)\n" }
        if let user { lines += "username=\(user)\n" }
        var answer = try run("fill", Array((lines + "\n").utf8))
        return try GitCredential(taking: &answer, self)
    }

    /// Runs `git credential`.
    ///
    /// - Returns: its answer; the caller wipes it.
    /// - Throws: NETWORK_002 if it cannot be run, fails, or prints nothing for too long.
    fileprivate func run(_ verb: String, _ lines: [UInt8]) throws(RedoError) -> [UInt8] {
        let mayAsk = authentication.mayAsk
        var environment = authentication.environment
        // Outside of repositories: neither the store's nor one in the current directory may configure helpers.
        environment["GIT_DIR"] = "/dev/null"
        if let path = authentication.configurationPath { environment["GIT_CONFIG_GLOBAL"] = path }
        if !mayAsk {
            environment["GIT_TERMINAL_PROMPT"] = "0"
            environment["GIT_ASKPASS"] = ""
            environment["SSH_ASKPASS"] = ""
        }
        let child: ChildProcess
        do throws(SystemError) {
            child = try ChildProcess(
                "git", arguments: ["credential", verb], environment: environment,
                errors: mayAsk ? .inherited : .captured, isGroupLeader: !mayAsk)
        } catch {
            throw RedoError(
                .unauthenticated, "git's credential helpers cannot be asked", cause: error,
                hints: ["install git: it runs the helpers that its credential.helper names"])
        }
        let seconds = mayAsk ? Self.secondsToAnswer : authentication.helperSeconds
        var answer: [UInt8] = []
        answer.reserveCapacity(Self.maximumByteCount + 4096)
        let deadline = Deadline(after: seconds)
        do throws(ChildProcess.Interruption) {
            try child.write(lines.span, until: deadline)
            child.endInput()
            while answer.count <= Self.maximumByteCount {
                if try child.read(atMost: 4096, into: &answer, until: deadline) == 0 { break }
            }
        } catch {
            wipe(&answer)
            child.end()
            switch error {
            case .failed(let cause):
                throw RedoError(
                    .unauthenticated, "git's credential helpers cannot be asked", cause: cause)
            case .silent:
                throw RedoError(
                    .unauthenticated,
                    "git's credential helper did not answer within \(seconds) seconds",
                    hints: ["'git config --get-all credential.helper' names it"])
            case .terminated: throw .terminated
            }
        }
        let status = child.finish(until: deadline)
        guard status == 0, answer.count <= Self.maximumByteCount else {
            wipe(&answer)
            throw RedoError(
                .unauthenticated, "the server asks for a name and a password, and none were found",
                hints: [
                    "configure a helper: git config --global credential.helper cache"
                ])
        }
        return answer
    }
}

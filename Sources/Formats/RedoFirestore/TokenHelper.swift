import RedoSystem

/// A program that has tokens, as git's credential helpers have passwords:
///
/// ```
/// PROGRAM get                              PROGRAM erase
///   ← host=firestore.googleapis.com          ← the same, and token=… that was refused
///   ← project=my-project
///   ← database=(default)
///   ← uid=…
///   ←                    an empty line
///   → token=…
///   → expiry=1763290800  seconds since 1970; may be missing
/// ```
struct TokenHelper {
    let program: String
    /// A directory in which programs are searched in addition to PATH; nil for none.
    let directory: String?
    /// The lines that describe the requested token.
    let request: [String]

    private static let secondsToAnswer = 120
    private static let maximumByteCount = 1 << 16

    func get() throws(FirestoreError) -> AccessToken.Value {
        let answer = try run("get", request)
        var token: String?
        var expiry: Int?
        for line in answer.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("token=") { token = String(text.dropFirst("token=".count)) }
            if text.hasPrefix("expiry=") { expiry = Int(text.dropFirst("expiry=".count)) }
        }
        guard let token, AccessToken.isToken(token) else { throw failure("it named no token") }
        return AccessToken.Value(text: token, expiry: expiry)
    }

    /// Requests that the helper forgets a refused token. Its result is ignored.
    func erase(_ token: String) { _ = try? run("erase", request + ["token=\(token)"]) }

    private func run(_ verb: String, _ lines: [String]) throws(FirestoreError) -> [UInt8] {
        let input = Array((lines.joined(separator: "\n") + "\n\n").utf8)
        var answer: [UInt8] = []
        do throws(SystemError) {
            // A shell searches the program and splits its arguments, as git runs its helpers.
            let child = try ChildProcess(
                "/bin/sh", arguments: ["-c", "\(program) \(verb)"],
                environment: searchPath, errors: .inherited, isGroupLeader: false)
            let deadline = Deadline(after: Self.secondsToAnswer)
            do throws(ChildProcess.Interruption) {
                try child.write(input.span, until: deadline)
                child.endInput()
                while answer.count <= Self.maximumByteCount {
                    if try child.read(atMost: 4096, into: &answer, until: deadline) == 0 { break }
                }
            } catch {
                child.end()
                // A helper that reads no input can have answered anyway.
                if answer.isEmpty { throw SystemError.silentHelper }
            }
            guard child.finish(until: deadline) == 0 else {
                throw SystemError.failedHelper
            }
        } catch {
            switch error {
            case .silentHelper: throw failure("it does not answer")
            case .failedHelper: throw failure("it failed")
            default: throw failure(error.reason)
            }
        }
        return answer
    }

    /// PATH with the directory appended.
    private var searchPath: [String: String] {
        guard let directory else { return [:] }
        return ["PATH": "\(Environment.value(of: "PATH") ?? "/usr/bin:/bin"):\(directory)"]
    }

    private func failure(_ reason: String) -> FirestoreError {
        FirestoreError(
            .noToken, "the token helper gave no token: \(reason)",
            hints: ["'redo config firestore.tokenHelper' names it"])
    }
}

extension SystemError {
    fileprivate static let silentHelper = SystemError(code: 110, call: "helper", path: "silent")
    fileprivate static let failedHelper = SystemError(code: 5, call: "helper", path: "failed")
}

import RedoModel
import RedoSystem

/// A program of git on the other side, reached through `ssh`.
///
/// ```
/// ssh [-o BatchMode=yes] [-p PORT] [--] [USER@]HOST "git-upload-pack 'PATH'"
/// ```
final class SSHConnection {
    /// The program on the other side.
    enum Service: String, Sendable {
        case sending = "git-upload-pack"
        case receiving = "git-receive-pack"
    }

    /// The error with which the connection has failed.
    private(set) var failure: RedoError?
    private let child: ChildProcess
    private let host: String
    private let port: String?
    private let maximumSilence: Int
    /// The time that a person may take to enter a passphrase, in seconds.
    private let secondsToAnswer: Int
    private var hasReceived = false
    private var isAtEnd = false

    private var silence: Int { hasReceived ? maximumSilence : secondsToAnswer }

    /// Starts `ssh`.
    ///
    /// - Parameters:
    ///   - command: the replacement of ssh, a line for the shell.
    /// - Throws: NETWORK_001 if it cannot be started.
    init(
        _ service: Service, user: String?, host: String, port: String?, path: String,
        command: String?, _ authentication: GitAuthentication
    ) throws(RedoError) {
        var arguments: [String] = []
        // Other programs have other options.
        let program = command.map { Path.name(of: String($0.split(separator: " ").first ?? "")) }
        if !authentication.mayAsk, program ?? "ssh" == "ssh" {
            arguments += ["-o", "BatchMode=yes"]
        }
        if let port { arguments += ["-p", port] }
        arguments += [user.map { "\($0)@\(host)" } ?? host]
        arguments += ["\(service.rawValue) \(Self.quoted(path))"]
        if let command { arguments = ["-c", "\(command) \"$@\"", command] + arguments }
        // The messages of errors are matched in English.
        let environment = authentication.environment.merging(["LC_ALL": "C"]) { $1 }
        do throws(SystemError) {
            child = try ChildProcess(
                command == nil ? "ssh" : "/bin/sh", arguments: arguments,
                environment: environment, errors: .captured, isGroupLeader: !authentication.mayAsk)
        } catch {
            throw RedoError(
                .unreachable, "ssh cannot be started", cause: error,
                hints: ["install the package openssh-client"])
        }
        self.host = host
        self.port = port
        maximumSilence = authentication.silenceSeconds
        secondsToAnswer = authentication.mayAsk ? 3600 : maximumSilence
    }

    /// A quoted word for the shell on the other side.
    private static func quoted(_ path: String) -> String {
        var word = "'"
        for scalar in path.unicodeScalars {
            if scalar == "'" || scalar == "!" {
                word += "'\\\(scalar)'"
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        return word + "'"
    }

    /// Sends bytes.
    ///
    /// - Parameter hear: receives a function that reads the remaining messages, if the other side has closed the
    ///   connection.
    func write(
        _ bytes: Span<UInt8>, orHear hear: ((inout [UInt8]) throws(RedoError) -> Int) -> Void
    ) throws(RedoError) {
        do throws(ChildProcess.Interruption) {
            try child.write(bytes, within: silence)
        } catch {
            if case .failed = error {
                hear { (bytes) throws(RedoError) in
                    do throws(ChildProcess.Interruption) {
                        return try child.read(atMost: 4096, into: &bytes, within: Self.lastSeconds)
                    } catch {
                        throw RedoError(error, host: host, silence: Self.lastSeconds)
                    }
                }
            }
            throw fail(error)
        }
    }

    /// The time that the last messages are awaited after the other side has closed the connection, in seconds.
    private static let lastSeconds = 5

    /// Receives at most `count` bytes and appends them.
    ///
    /// - Returns: the number of received bytes; 0 at the end.
    func read(atMost count: Int, into bytes: inout [UInt8]) throws(RedoError) -> Int {
        let received: Int
        do throws(ChildProcess.Interruption) {
            received = try child.read(atMost: count, into: &bytes, within: silence)
        } catch {
            throw fail(error)
        }
        hasReceived = true
        if received == 0, !isAtEnd {
            isAtEnd = true
            let status = child.finish(within: 5)
            if status != 0 {
                throw remember(reason(status))
            }
        }
        return received
    }

    private func fail(_ interruption: ChildProcess.Interruption) -> RedoError {
        switch interruption {
        case .terminated: break
        case .silent: child.end()
        case .failed:
            let status = child.finish(within: 5)
            if status != 0 {
                return remember(reason(status))
            }
        }
        return remember(RedoError(interruption, host: host, silence: silence))
    }

    /// The reason why ssh ended with a status.
    private func reason(_ status: Int32) -> RedoError {
        SSHFailure(host: host.printable, port: port).error(child.errorOutput, status)
    }

    private func remember(_ error: RedoError) -> RedoError {
        if failure == nil { failure = error }
        return error
    }

    /// Ends the connection.
    func close() {
        child.endInput()
        child.finish(within: 5)
    }
}

/// The standard error of ssh, or of git on its other side.
private struct SSHFailure {
    let host: String
    /// Nil for the default port.
    let port: String?

    /// The arguments of ssh for the connection.
    private var destination: String { port.map { "-p \($0) \(host)" } ?? host }
    /// The name of the host in ssh's list of known keys.
    private var knownName: String { port.map { "'[\(host)]:\($0)'" } ?? host }

    func error(_ output: [UInt8], _ status: Int32) -> RedoError {
        let text = String(decoding: output, as: UTF8.self)
        if text.has("REMOTE HOST IDENTIFICATION HAS CHANGED") {
            return RedoError(
                .unauthenticated,
                "the host key of \(host) has changed: this may be another machine",
                hints: ["if its owner confirms the new key: ssh-keygen -R \(knownName)"])
        }
        if text.has("Host key verification failed") {
            return RedoError(
                .unauthenticated, "the host key of \(host) is not known",
                hints: [
                    "run 'ssh \(destination)' once, and compare the fingerprint that it shows with the one "
                        + "that you have from the owner of the machine"
                ])
        }
        let lines = text.split(whereSeparator: \.isNewline)
        let last = lines.last.map { String($0.prefix(500)).printable } ?? "ssh ended with \(status)"
        if text.has("Permission denied") {
            return RedoError(
                .unauthenticated, "\(host) accepts none of these keys: \(last)",
                hints: [
                    "'ssh -v \(destination)' shows which keys are tried; 'ssh-add FILE' adds one to the agent"
                ])
        }
        if text.has("does not appear to be a git repository")
            || text.has("No such file or directory") || text.has("not found")
        {
            return RedoError(.notFound, "\(host) does not have this git repository: \(last)")
        }
        return RedoError(.unreachable, "\(host) cannot be reached: \(last)")
    }
}

extension String {
    /// Whether it contains an ASCII text.
    fileprivate func has(_ text: StaticString) -> Bool {
        let word = Array(text.description.utf8)
        let bytes = Array(utf8)
        guard bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains { bytes[$0...].starts(with: word) }
    }
}

import RedoCrypto
import RedoHTTP
import RedoJSON
import RedoSystem

/// A running `rclone rcd`, to which requests are sent over HTTP on this machine.
///
/// One process serves all requests: a process for each file takes 50 ms each, and the server less than one
/// (docs/performance.md). It listens on a free port of the loopback interface and accepts only a password that this
/// process has drawn and passed in the environment. It ends with this process, however that ends: a shell beside it
/// waits for the end of its input.
final class RcloneServer {
    private let process: ChildProcess
    private let http: HTTPClient
    private let origin: String
    private let authorization: String

    /// An answer: its status and its bytes.
    struct Answer {
        let status: Int
        let body: [UInt8]

        /// The text of an error; nil if there is none.
        var error: String? {
            guard let root = (try? JSONDocument(body))?.root, root.kind == .object else {
                return nil
            }
            return root["error"]?.string?.description
        }
    }

    /// Runs rclone until the input ends, which it does when the parent ends: a process group without this shell would
    /// outlive a parent that is killed. Prints what rclone prints up to the line with its address.
    private static let script = """
        rclone rcd "$@" </dev/null 2>&1 | while IFS= read -r line; do
            printf '%s\\n' "$line"
            case $line in *http://127.0.0.1:*) exec cat >/dev/null ;; esac
        done &
        exec >/dev/null
        while read -r _; do :; done
        kill -TERM 0
        """

    /// The options, which take precedence over the user's environment: where it listens, who may ask, and what it prints.
    private static let options = [
        "--rc-addr=127.0.0.1:0", "--rc-serve", "--rc-no-auth=false", "--rc-web-gui=false",
        "--rc-htpasswd=", "--rc-cert=", "--rc-key=", "--rc-client-ca=", "--rc-files=",
        "--rc-template=", "--rc-baseurl=", "--log-file=", "--log-level=NOTICE",
        "--use-json-log=false", "--syslog=false", "--ask-password=false",
    ]
    /// With the password, a number of bytes that base64 needs no padding for.
    private static let user = "rclone"
    /// The word before the address in the line that rclone prints when it listens.
    private static let announcement = "http://127.0.0.1:"
    private static let maximumStartByteCount = 1 << 16
    private static let secondsToStart = 30
    private static let maximumAnswerByteCount = 1 << 28

    /// Starts rclone.
    ///
    /// - Throws: STORAGE_001 if rclone is not installed, NETWORK_001 if it does not start.
    init(agent: String) throws(RedoError) {
        guard
            Environment.searchPath.contains(where: { Files.isExecutable(Path.join($0, "rclone")) })
        else {
            throw RedoError(
                .notFound,
                "rclone is not installed: install the package rclone, or the program in a folder of PATH"
            )
        }
        let password = RandomBytes.hexadecimal(count: 16)
        process = try failing(.notFound, "rclone cannot be run") { () throws(SystemError) in
            try ChildProcess(
                "/bin/sh", arguments: ["-c", Self.script, "sh"] + Self.options,
                environment: ["RCLONE_RC_USER": Self.user, "RCLONE_RC_PASS": password],
                errors: .inherited, isGroupLeader: true)
        }
        let origin = try Self.origin(of: process)
        self.origin = origin
        authorization = "Authorization: Basic \(base64(Array("\(Self.user):\(password)".utf8)))"
        http = try HTTPClient(usesProxies: false, agent: agent)
    }

    deinit {
        process.endInput()
        process.finish(within: 2)
    }

    /// The address at which rclone listens, from the line that it prints.
    private static func origin(of process: ChildProcess) throws(RedoError) -> String {
        var printed: [UInt8] = []
        while printed.count < maximumStartByteCount {
            if let origin = origin(in: printed) { return origin }
            do throws(ChildProcess.Interruption) {
                let count = try process.read(atMost: 4096, into: &printed, within: secondsToStart)
                if count == 0 { break }
            } catch {
                break
            }
        }
        let last = String(decoding: printed, as: UTF8.self).split(separator: "\n").last ?? ""
        throw RedoError(.unreachable, "'rclone rcd' does not start: \(String(last).printable)")
    }

    /// The address in what was printed; nil until the line is complete.
    private static func origin(in printed: [UInt8]) -> String? {
        let announcement = Array(Self.announcement.utf8)
        guard let start = firstOffset(of: announcement, in: printed, from: 0) else { return nil }
        let rest = printed[(start + announcement.count)...]
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        // Another byte has to follow, or digits may be missing.
        guard !digits.isEmpty, digits.count < rest.count else { return nil }
        return Self.announcement + String(decoding: digits, as: UTF8.self)
    }

    // MARK: Requests

    /// Calls a function of rclone's remote control.
    ///
    /// - Throws: NETWORK_001 without an answer.
    func call(_ function: String, _ parameters: JSONValue) throws(RedoError) -> Answer {
        try send(
            "POST", "/\(function)", headings: ["Content-Type: application/json"],
            body: CanonicalJSON.bytes(parameters), limit: Self.maximumAnswerByteCount)
    }

    /// Reads a file.
    ///
    /// - Returns: nil if it is longer than the limit.
    /// - Throws: NETWORK_001 without an answer.
    func read(_ name: String, of address: RcloneAddress, limit: Int) throws(RedoError) -> Answer? {
        do throws(HTTPFailure) {
            return try answer(
                "GET", "/%5B\(percentEncoded(address.text))%5D/\(name)", headings: [], body: [],
                limit: max(limit, Self.minimumErrorByteCount))
        } catch {
            if case .tooLong = error { return nil }
            throw Self.unreachable(error)
        }
    }

    /// Room for the text of an error.
    private static let minimumErrorByteCount = 1 << 16

    /// Writes a file into a directory; one with its name is replaced.
    ///
    /// - Throws: NETWORK_001 without an answer.
    func upload(
        _ content: [UInt8], as name: String, in directory: String, of address: RcloneAddress
    ) throws(RedoError) -> Answer {
        let boundary = "redo-\(RandomBytes.hexadecimal(count: 24))"
        let head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n"
        let query = "fs=\(percentEncoded(address.text))&remote=\(percentEncoded(directory))"
        return try send(
            "POST", "/operations/uploadfile?\(query)",
            headings: ["Content-Type: multipart/form-data; boundary=\(boundary)", "Expect:"],
            body: Array(head.utf8) + content + Array("\r\n--\(boundary)--\r\n".utf8),
            limit: Self.maximumAnswerByteCount)
    }

    private func send(
        _ method: String, _ path: String, headings: [String], body: [UInt8], limit: Int
    ) throws(RedoError) -> Answer {
        do throws(HTTPFailure) {
            return try answer(method, path, headings: headings, body: body, limit: limit)
        } catch {
            throw Self.unreachable(error)
        }
    }

    private func answer(
        _ method: String, _ path: String, headings: [String], body: [UInt8], limit: Int
    ) throws(HTTPFailure) -> Answer {
        let answer = try http.send(
            method, origin + path, headings: headings + [authorization], body: body, limit: limit)
        return Answer(status: answer.status, body: answer.body)
    }

    private static func unreachable(_ failure: HTTPFailure) -> RedoError {
        switch failure {
        case .refused: RedoError(.unreachable, "rclone has ended")
        case .cut(let reason), .impossible(let reason): RedoError(.unreachable, "rclone: \(reason)")
        case .tooLong: RedoError(.unreachable, "rclone gives too long an answer")
        }
    }
}

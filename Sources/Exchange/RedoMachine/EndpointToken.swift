import RedoHTTP
import RedoSystem

/// A program that has the token of an endpoint, as `firestore.tokenHelper` has those of Firestore:
///
/// ```
/// PROGRAM get                       PROGRAM erase
///   ← host=example.org                ← the same, and token=… that was refused
///   ←                an empty line
///   → token=…
/// ```
struct EndpointToken: Sendable {
    let program: String
    /// The host of the endpoint.
    let host: String

    private static let seconds = 60
    private static let maximumByteCount = 1 << 14

    /// Requests the token.
    ///
    /// - Throws: ``MachineFault/noToken(_:)``, without any output of the program.
    func get() throws(MachineFault) -> String {
        let outcome: LimitedProgram.Outcome
        do throws(SystemError) {
            outcome = try run("get", "")
        } catch {
            throw .noToken(error.reason)
        }
        switch outcome.ending {
        case .exited(0): break
        case .exited(let status): throw .noToken("it ended with status \(status)")
        case .outOfTime: throw .noToken("it does not answer")
        case .interrupted: throw .interrupted
        }
        for line in outcome.output.split(separator: UInt8(ascii: "\n")) {
            guard line.starts(with: "token=".utf8) else { continue }
            let token = line.dropFirst("token=".utf8.count)
            guard !token.isEmpty, token.allSatisfy({ 0x21...0x7E ~= $0 }) else { break }
            return String(decoding: token, as: UTF8.self)
        }
        throw .noToken("it named none")
    }

    /// Requests that the program forgets a refused token. Its result is ignored.
    func erase(_ token: String) { _ = try? run("erase", "token=\(token)\n") }

    private func run(_ verb: String, _ lines: String) throws(SystemError) -> LimitedProgram.Outcome
    {
        try LimitedProgram(
            "/bin/sh", arguments: ["-c", "\(program) \(verb)"], environment: [:],
            leavingOut: "REDO_", in: nil, errors: .inherited
        ).run(
            input: Array("host=\(host)\n\(lines)\n".utf8), seconds: Self.seconds,
            keeping: Self.maximumByteCount)
    }
}

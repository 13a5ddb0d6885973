import RedoStore
import RedoSystem

/// The source of the credentials for a bucket: the variables that Amazon's programs read, else a helper program:
///
/// ```
/// PROGRAM get
///   ← host=s3.example.org
///   ← bucket=tasks
///   ←                    an empty line
///   → accessKeyId=…
///   → secretAccessKey=…
///   → sessionToken=…     may be missing
/// ```
struct S3CredentialSource {
    let variables: EnvironmentVariables
    /// The program of `s3.credentialHelper`.
    let helper: String?

    private static let seconds = 60
    private static let maximumByteCount = 1 << 14

    /// - Throws: NETWORK_002 if there are none; the error contains no part of them.
    func credentials(for address: S3Address) throws(RedoError) -> S3Credentials {
        if let id = variables.value(of: "AWS_ACCESS_KEY_ID"),
            let secret = variables.value(of: "AWS_SECRET_ACCESS_KEY")
        {
            guard
                let found = S3Credentials(
                    accessKeyID: id, secretAccessKey: secret,
                    sessionToken: variables.value(of: "AWS_SESSION_TOKEN"))
            else {
                throw missing(
                    "AWS_ACCESS_KEY_ID or another of its variables has an invalid value")
            }
            return found
        }
        guard let helper, !helper.isEmpty else {
            throw missing(
                "there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
                    + "s3.credentialHelper")
        }
        return try ask(helper, address)
    }

    private func ask(_ helper: String, _ address: S3Address) throws(RedoError) -> S3Credentials {
        let program = LimitedProgram(
            "/bin/sh", arguments: ["-c", "\(helper) get"], environment: [:],
            leavingOut: "REDO_", in: nil, errors: .inherited)
        let input = Array("host=\(address.host)\nbucket=\(address.bucket)\n\n".utf8)
        let outcome: LimitedProgram.Outcome
        do throws(SystemError) {
            outcome = try program.run(
                input: input, seconds: Self.seconds, keeping: Self.maximumByteCount)
        } catch {
            throw missing("s3.credentialHelper cannot be run: \(error.reason)")
        }
        guard case .exited(0) = outcome.ending else {
            throw missing("s3.credentialHelper failed, or does not answer")
        }
        var values: [String: String] = [:]
        for line in outcome.output.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            let name = text.prefix { $0 != "=" }
            values[String(name)] = String(text.dropFirst(name.count + 1))
        }
        guard
            let found = S3Credentials(
                accessKeyID: values["accessKeyId"] ?? "",
                secretAccessKey: values["secretAccessKey"] ?? "",
                sessionToken: values["sessionToken"])
        else { throw missing("s3.credentialHelper named no credentials") }
        return found
    }

    private func missing(_ reason: String) -> RedoError { RedoError(.unauthenticated, reason) }
}

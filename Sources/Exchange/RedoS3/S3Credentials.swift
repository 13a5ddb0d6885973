/// The credentials of a user of a bucket. They appear in no argument, log or error.
struct S3Credentials: Sendable {
    let accessKeyID: String
    let secretAccessKey: String
    /// The token of temporary credentials; nil for permanent ones.
    let sessionToken: String?

    private static let maximumByteCount = 4096

    /// Returns nil for texts that cannot be in the head of a request.
    init?(accessKeyID: String, secretAccessKey: String, sessionToken: String?) {
        let texts = [accessKeyID, secretAccessKey] + (sessionToken.map { [$0] } ?? [])
        guard
            texts.allSatisfy({
                (1...Self.maximumByteCount).contains($0.utf8.count)
                    && $0.utf8.allSatisfy { 0x21...0x7E ~= $0 }
            })
        else { return nil }
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }
}

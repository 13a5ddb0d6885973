import RedoCrypto
import RedoSystem

/// The signature of a request: version 4 of Amazon's
/// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
struct S3Signature {
    let credentials: S3Credentials
    let region: String
    /// `20130524T000000Z`
    let time: String

    private static let algorithm = "AWS4-HMAC-SHA256"
    private static let service = "s3"

    /// The value of the header that has the signature.
    ///
    /// - Parameters:
    ///   - path: the path, encoded as it is requested.
    ///   - query: names and values, encoded.
    ///   - headings: all headers that are signed, their names in lower case.
    ///   - bodyDigest: the digest of the body in hexadecimal digits.
    func authorization(
        _ method: String, _ path: String, query: [(name: String, value: String)],
        headings: [(name: String, value: String)], bodyDigest: String
    ) -> String {
        let sorted = headings.sorted { $0.name < $1.name }
        let names = sorted.map(\.name).joined(separator: ";")
        let canonicalQuery = query.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let canonical =
            "\(method)\n\(path)\n\(canonicalQuery)\n"
            + sorted.map { "\($0.name):\($0.value)\n" }.joined() + "\n\(names)\n\(bodyDigest)"
        let day = String(time.prefix(8))
        let scope = "\(day)/\(region)/\(Self.service)/aws4_request"
        let text = "\(Self.algorithm)\n\(time)\n\(scope)\n\(hexadecimalDigest(canonical))"
        let key = [day, region, Self.service, "aws4_request"].reduce(
            Array("AWS4\(credentials.secretAccessKey)".utf8)
        ) { HMAC($0).digest(of: Array($1.utf8)).bytes }
        let signature = HMAC(key).digest(of: Array(text.utf8)).hexadecimal
        return "\(Self.algorithm) Credential=\(credentials.accessKeyID)/\(scope),"
            + "SignedHeaders=\(names),Signature=\(signature)"
    }

    private func hexadecimalDigest(_ text: String) -> String {
        SHA256.digest(Array(text.utf8).span).hexadecimal
    }
}

import RedoSystem

/// The address of a bucket on a server with the interface of Amazon S3:
/// `https://HOST[:PORT]/BUCKET[/PREFIX][?region=REGION]`.
///
/// The bucket is a part of the path, which all such servers understand.
struct S3Address: Equatable, Sendable {
    /// `https://s3.example.org`
    let origin: String
    let bucket: String
    /// The prefix of all names, with a slash at its end; empty for none.
    let prefix: String
    /// Nil if the address has no region.
    let region: String?

    private static let maximumByteCount = 1000

    /// - Throws: wrong usage for a malformed address, and for another machine without TLS.
    init(_ text: String) throws(RedoError) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let url = String(parts[0])
        guard isPrivateURL(url), text.utf8.count <= Self.maximumByteCount,
            let scheme = ["https://", "http://"].first(where: url.hasPrefix)
        else {
            throw Self.malformed(
                "it begins with https://, or http:// on this machine, without a name in it")
        }
        let host = hostName(of: url)
        let path = url.dropFirst(scheme.count + host.count)
            .split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        guard let bucket = path.first, path.allSatisfy(Self.isPart) else {
            throw Self.malformed(
                "a bucket and a prefix consist of letters, digits, '-', '.', '_' and '~'")
        }
        var region: String?
        if parts.count == 2 {
            let word = parts[1].dropFirst("region=".count)
            guard parts[1].hasPrefix("region="), Self.isPart(String(word)) else {
                throw Self.malformed("after the question mark, only region=REGION is allowed")
            }
            region = String(word)
        }
        origin = scheme + host
        self.bucket = bucket
        prefix = path.dropFirst().map { "\($0)/" }.joined()
        self.region = region
    }

    /// The host as in the head of a request: without the default port of the scheme.
    var host: String {
        let host = hostName(of: origin)
        let usual = origin.hasPrefix("https://") ? ":443" : ":80"
        return host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
    }

    /// Whether a text needs no encoding in a path, and does not change the path's meaning (RFC 3986, sections 2.3 and
    /// 3.3).
    private static func isPart(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".."
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"), UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }

    private static func malformed(_ reason: String) -> RedoError {
        RedoError(
            .notFound, "not the address of a bucket: \(reason)",
            hints: ["it is https://HOST/BUCKET[/PREFIX][?region=REGION]"])
    }
}

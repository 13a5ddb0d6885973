import RedoCheckpoints
import RedoHTTP
import RedoSystem
import Testing

@testable import RedoS3

/// A bucket's requests and what its answers mean, with servers that say anything.
@Suite struct S3BucketTests {
    /// A server that answers from a list, and what it was asked.
    private final class Server {
        var answers: [Result<HTTPAnswer, HTTPFailure>]
        var requests: [S3Bucket.Request] = []
        var waits: [Int] = []

        init(_ answers: [Result<HTTPAnswer, HTTPFailure>]) { self.answers = answers }

        func send(_ request: S3Bucket.Request) throws(HTTPFailure) -> HTTPAnswer {
            requests.append(request)
            guard !answers.isEmpty else { throw .impossible("nothing more was to be asked") }
            return try answers.removeFirst().get()
        }
    }

    private static func answer(
        _ status: Int, _ text: String = ""
    ) -> Result<HTTPAnswer, HTTPFailure> {
        .success(HTTPAnswer(status: status, body: Array(text.utf8), retryAfter: nil))
    }

    private static func page(
        _ files: [(String, String)], next: String? = nil
    ) -> Result<HTTPAnswer, HTTPFailure> {
        let contents = files.map {
            "<Contents><Key>\($0.0)</Key><ETag>&quot;x&quot;</ETag><Size>\($0.1)</Size></Contents>"
        }.joined()
        return answer(
            200,
            "<?xml version=\"1.0\"?>\n<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
                + "<KeyCount>9</KeyCount><IsTruncated>\(next != nil)</IsTruncated>"
                + (next.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? "")
                + contents + "</ListBucketResult>")
    }

    private func bucket(
        _ server: Server, _ address: String = "https://s3.example.org/tasks/a/b"
    ) throws -> S3Bucket {
        let credentials = try #require(
            S3Credentials(accessKeyID: "id", secretAccessKey: "secret", sessionToken: "token"))
        return S3Bucket(
            try S3Address(address), region: "us-east-1", credentials,
            time: { "20130524T000000Z" }, wait: { server.waits.append($0) }
        ) { (request) throws(HTTPFailure) in try server.send(request) }
    }

    @Test func aFileIsPutOnConditionThatItIsNotThere() throws {
        let server = Server([Self.answer(200), Self.answer(412)])
        let bucket = try bucket(server)
        #expect(try bucket.put("data/ab", Array("x".utf8)))
        #expect(try !bucket.put("data/ab", Array("y".utf8)))
        let request = try #require(server.requests.first)
        #expect(request.method == "PUT" && request.body == Array("x".utf8))
        #expect(request.url == "https://s3.example.org/tasks/a/b/data/ab")
        #expect(request.headings.contains("if-none-match: *"))
        #expect(request.headings.contains("x-amz-security-token: token"))
        let signed = request.headings.first { $0.hasPrefix("Authorization: ") }
        #expect(signed?.contains("SignedHeaders=host;if-none-match;x-amz-content-sha256;") == true)
        #expect(server.requests.allSatisfy { !$0.headings.joined().contains("secret") })
    }

    /// A server that knows no condition is written to all the same; a second put tells.
    @Test func aServerWithoutConditionsReplaces() throws {
        let server = Server([Self.answer(501), Self.answer(200)])
        #expect(try bucket(server).put("data/ab", [1]))
        #expect(server.requests.map { $0.headings.contains("if-none-match: *") } == [true, false])
        let probed = try self.bucket(
            Server([
                Self.answer(501), Self.answer(200), Self.answer(501), Self.answer(200),
                Self.answer(200, "second"), Self.answer(204),
            ]))
        #expect(try !probed.keepsFirst())
    }

    @Test func aListingIsReadPageByPage() throws {
        let server = Server([
            Self.page([("a/b/data/1", "5"), ("a/b/data/X", "5")], next: "a&amp;b="),
            Self.page([("a/b/data/2", "0"), ("elsewhere", "1"), ("a/b/slots/x", "1")]),
        ])
        #expect(
            try bucket(server).list("data/") == [
                StoredFile(name: "data/1", byteCount: 5), StoredFile(name: "data/2", byteCount: 0),
            ])
        #expect(
            server.requests.map(\.url) == [
                "https://s3.example.org/tasks?list-type=2&prefix=a%2Fb%2Fdata%2F",
                "https://s3.example.org/tasks?list-type=2&prefix=a%2Fb%2Fdata%2F&continuation-token=a%26b%3D",
            ])
    }

    @Test(arguments: [
        "", "<html>", "<ListBucketResult>", "<ListBucketResult></ListBucketResult>",
        "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
        "<ListBucketResult><IsTruncated>false</IsTruncated><Contents></Contents></ListBucketResult>",
        "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>a</Key><Size>-1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>&evil;</Key><Size>1</Size></Contents></ListBucketResult>",
    ])
    func whatIsNoListingIsRefused(_ text: String) throws {
        let error = #expect(throws: RedoError.self) {
            try bucket(Server([Self.answer(200, text)])).list("data/")
        }
        #expect(error?.code == .unreachable)
    }

    /// A listing that never ends is noticed.
    @Test func aRepeatedPageEndsTheListing() throws {
        let server = Server(Array(repeating: Self.page([], next: "again"), count: 10))
        #expect(throws: RedoError.self) { try bucket(server).list("data/") }
        #expect(server.requests.count == 2)
    }

    @Test func whatIsNotThereIsNil() throws {
        let gone = Self.answer(404, "<Error><Code>NoSuchKey</Code></Error>")
        #expect(try bucket(Server([gone])).get("data/1", limit: 10) == nil)
        try bucket(Server([gone])).delete("data/1")
        #expect(try bucket(Server([Self.answer(200, "12345")])).get("data/1", limit: 5)?.count == 5)
        let long = #expect(throws: RedoError.self) {
            try bucket(Server([Self.answer(200, "123456")])).get("data/1", limit: 5)
        }
        #expect(long?.code == .corrupted)
    }

    @Test(arguments: [
        (403, "<Error><Code>AccessDenied</Code></Error>", ErrorCode.unauthenticated),
        (403, "", .unauthenticated), (401, "", .unauthenticated),
        (404, "<Error><Code>NoSuchBucket</Code></Error>", .notFound),
        (301, "<Error><Code>PermanentRedirect</Code></Error>", .notFound),
        (400, "<Error><Code>\u{1B}[2J</Code></Error>", .writeFailed), (418, "", .unreachable),
        (403, "<Error><Code>QuotaExceeded</Code></Error>", .writeFailed),
        (507, "<Error><Code>XMinioStorageFull</Code></Error>", .writeFailed),
    ])
    func whatIsRefusedHasItsCode(_ status: Int, _ text: String, _ code: ErrorCode) throws {
        for verb in 0..<2 {
            let server = Server([Self.answer(status, text)])
            let error = #expect(throws: RedoError.self) {
                let bucket = try bucket(server)
                if verb == 0 {
                    _ = try bucket.get("data/1", limit: 9)
                } else {
                    _ = try bucket.put("data/1", [1])
                }
            }
            #expect(error?.code == code && error?.message.contains("\u{1B}") == false)
            #expect(server.requests.count == 1 && server.waits.isEmpty)
        }
    }

    /// What may pass is tried four times, with waits between.
    @Test func aBusyServerIsAskedAgain() throws {
        let server = Server([
            Self.answer(503), .failure(.cut("reset")), Self.answer(409), Self.answer(200),
        ])
        #expect(try bucket(server).put("data/1", [1]))
        #expect(server.waits == [1000, 2000, 4000])
        let dead = Server(Array(repeating: Self.answer(500), count: 9))
        #expect(throws: RedoError.self) { try bucket(dead).list("data/") }
        #expect(dead.requests.count == 4)
        let refused = Server([.failure(.refused("no"))])
        let error = #expect(throws: RedoError.self) { try bucket(refused).list("data/") }
        #expect(error?.code == .unreachable && refused.requests.count == 1)
    }

    @Test(
        arguments: [
            ("https://h/b", "b", "", nil), ("https://h:8/b/", "b", "", nil),
            ("http://127.0.0.1:9/b/p/q", "b", "p/q/", nil),
            ("https://h/b/p?region=eu-central-1", "b", "p/", "eu-central-1"),
        ] as [(String, String, String, String?)])
    func addressesAreRead(
        _ text: String, _ bucket: String, _ prefix: String, _ region: String?
    ) throws {
        let address = try S3Address(text)
        #expect(address.bucket == bucket && address.prefix == prefix && address.region == region)
    }

    @Test(arguments: [
        "", "h/b", "http://example.org/b", "https://u:p@h/b", "https://h", "https://h/",
        "ftp://h/b",
        "https://h/../b", "https://h/b/..", "https://h/b c", "https://h/b?x=1", "https://h/b/%2e",
        "https://h/b?region=", "https://h/b?region=a/b", "https://h/b#x",
    ])
    func whatIsNoAddressIsRefused(_ text: String) {
        #expect(throws: RedoError.self) { try S3Address(text) }
    }

    @Test func credentialsStandInNoOtherLine() {
        for text in ["", "a b", "a\nX-Evil: 1", "é", String(repeating: "a", count: 5000)] {
            #expect(
                S3Credentials(accessKeyID: text, secretAccessKey: "s", sessionToken: nil) == nil)
            #expect(
                S3Credentials(accessKeyID: "i", secretAccessKey: text, sessionToken: nil) == nil)
            #expect(
                S3Credentials(accessKeyID: "i", secretAccessKey: "s", sessionToken: text) == nil)
        }
    }
}

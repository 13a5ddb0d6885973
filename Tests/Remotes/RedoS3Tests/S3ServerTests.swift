import Foundation
import RedoCheckpoints
import RedoHTTP
import RedoSystem
import TestSupport
import Testing

@testable import RedoS3

/// A bucket of moto, which others have written.
@Suite(.disabled(if: S3Server.isSkipped, "REDO_SKIP_S3 is set")) struct S3ServerTests {
    private func bucket() throws -> S3Bucket {
        let server = try S3Server.shared.get()
        let name = "verbs-\(UUID().uuidString.lowercased().prefix(8))"
        try server.ask("PUT", name)
        let http = try HTTPClient(usesProxies: false, agent: "test")
        let credentials = try #require(
            S3Credentials(accessKeyID: "AKIAEXAMPLE", secretAccessKey: "s", sessionToken: nil))
        return S3Bucket(
            try S3Address("http://127.0.0.1:\(server.port)/\(name)/p"), region: "us-east-1",
            credentials, time: { S3Program.time(Clock.milliseconds()) }, wait: { _ in }
        ) { (request) throws(HTTPFailure) in
            try http.send(
                request.method, request.url, headings: request.headings, body: request.body,
                limit: request.limit)
        }
    }

    @Test func theFourVerbsWork() throws {
        let bucket = try bucket()
        let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try bucket.put("data/aa", content))
        #expect(try !bucket.put("data/aa", [1]))
        #expect(try bucket.put("data/bb", []))
        #expect(
            try bucket.list("data/") == [
                StoredFile(name: "data/aa", byteCount: 100_000),
                StoredFile(name: "data/bb", byteCount: 0),
            ])
        #expect(try bucket.get("data/aa", limit: 100_000) == content)
        #expect(try bucket.get("data/cc", limit: 9) == nil)
        try bucket.delete("data/aa")
        try bucket.delete("data/aa")
        #expect(try bucket.list("data/").map(\.name) == ["data/bb"])
        #expect(try bucket.list("slots/").isEmpty)
    }

    /// A server with conditional writes takes claims, and nothing of the probe stays.
    @Test func aSecondPutOfAProbeIsRefused() throws {
        let bucket = try bucket()
        #expect(try bucket.keepsFirst())
        #expect(try bucket.list("probe/").isEmpty)
    }
}

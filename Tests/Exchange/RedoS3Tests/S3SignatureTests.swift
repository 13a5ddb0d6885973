import RedoCrypto
import Testing

@testable import RedoS3

/// Signatures of requests, by the examples of Amazon's pages on version 4.
@Suite struct S3SignatureTests {
    private func signature(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [],
        headings: [(name: String, value: String)] = [], body: String = ""
    ) throws -> String {
        let digest = SHA256.digest(Array(body.utf8).span).hexadecimal
        let credentials = try #require(
            S3Credentials(
                accessKeyID: "AKIAIOSFODNN7EXAMPLE",
                secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", sessionToken: nil))
        let line = S3Signature(
            credentials: credentials, region: "us-east-1", time: "20130524T000000Z"
        ).authorization(
            method, path, query: query,
            headings: headings + [
                ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", digest),
                ("x-amz-date", "20130524T000000Z"),
            ], bodyDigest: digest)
        #expect(
            line.hasPrefix(
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                    + "SignedHeaders="))
        #expect(!line.contains("wJalr"))
        return String(line.suffix(64))
    }

    /// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
    @Test func theExamplesOfAmazonAreMet() throws {
        #expect(
            try signature("GET", "/test.txt", headings: [("range", "bytes=0-9")])
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
        #expect(
            try signature(
                "PUT", "/test%24file.text",
                headings: [
                    ("date", "Fri, 24 May 2013 00:00:00 GMT"),
                    ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ], body: "Welcome to Amazon S3.")
                == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
        #expect(
            try signature("GET", "/", query: [("lifecycle", "")])
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
        #expect(
            try signature("GET", "/", query: [("prefix", "J"), ("max-keys", "2")])
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }

    /// RFC 4231, test cases 1, 2 and 6.
    @Test func theKeyedDigestIsThatOfTheStandard() {
        func digest(_ key: [UInt8], _ text: String) -> String {
            HMAC(key).digest(of: Array(text.utf8)).hexadecimal
        }
        #expect(
            digest(Array(repeating: 0x0B, count: 20), "Hi There")
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            digest(Array("Jefe".utf8), "what do ya want for nothing?")
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            digest(
                Array(repeating: 0xAA, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First")
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func timesHaveTheFormOfSignatures() {
        #expect(S3Helper.time(1_369_353_600_000) == "20130524T000000Z")
        #expect(S3Helper.time(1_369_353_600_999) == "20130524T000000Z")
    }
}

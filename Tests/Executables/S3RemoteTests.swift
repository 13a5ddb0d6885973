import Foundation
import TestSupport
import Testing

/// Remotes in buckets of Amazon's kind, with moto as the server.
@Suite(.disabled(if: S3Server.isSkipped, "REDO_SKIP_S3 is set")) struct S3RemoteTests {
    private let fixture: GitFixture
    private let server: S3Server
    private let bucket = "tasks-\(UUID().uuidString.lowercased().prefix(8))"
    private let credentials = [
        "AWS_ACCESS_KEY_ID": "AKIAEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret/example",
    ]

    init() throws {
        fixture = try GitFixture()
        server = try S3Server.shared.get()
        try server.ask("PUT", bucket)
    }

    private var url: String { "store:s3:http://127.0.0.1:\(server.port)/\(bucket)/log" }

    private func device(
        _ name: String, _ variables: [String: String]? = nil
    ) throws -> TaskStore {
        try fixture.device(name, url: url, variables ?? credentials)
    }

    private func state(_ device: TaskStore) throws -> String {
        try device.expect(["replay", "--hash"]).text
    }

    @Test func twoStoresExchangeTheirNodes() throws {
        let phone = try device("phone")
        let laptop = try device("laptop")
        try phone.add("Water the plants", "--due", "+1d")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        try laptop.add("Call the bank")
        for _ in 0..<2 { for device in [laptop, phone] { try device.expect(["sync"]) } }
        #expect(try state(laptop) == state(phone))
        try laptop.expect(["fsck"])
        let listing = try server.ask("GET", "\(bucket)?list-type=2")
        #expect(listing.contains("<Key>log/slots/") && listing.contains("<Key>log/data/"))
        // Secrets stand in no file of the store.
        for (name, bytes) in try phone.runner.contents(of: ".redo") {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("secret/example"), "\(name)")
        }
    }

    /// More files than a page of a listing has.
    @Test func longListingsAreReadWhole() throws {
        let phone = try device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let made = try fixture.place.shell(
            """
            python3 - <<'END'
            import http.client
            client = http.client.HTTPConnection("127.0.0.1", \(server.port))
            for number in range(1100):
                name = "/\(bucket)/log/slots/%032x/%016x-%064x" % (number, 1, number)
                client.request("PUT", name, b"x", {"X-Set-Up": "yes"})
                client.getresponse().read()
            END
            """)
        try #require(made.status == 0, "\(made)")
        let outcome = try device("laptop").run("fetch", ["--dry-run"])
        #expect(outcome.lines.count == 1101, "\(outcome)")
    }

    @Test func aBucketThatIsNotThereIsSaid() throws {
        let phone = try device("phone")
        try phone.expect(["remote", "set-url", "origin", "\(url.replacing(bucket, with: "none"))"])
        let outcome = try phone.run("fetch")
        #expect(outcome.status == 128 && outcome.codedError.contains("there is no bucket none"))
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: redo-store-s3: "), "\(outcome)")
    }

    @Test func credentialsComeFromTheUser() throws {
        let phone = try device("phone", [:])
        try phone.add("One", "--draft")
        let without = try phone.run("push")
        #expect(
            without.status == 128 && without.codedError.contains("AWS_ACCESS_KEY_ID"), "\(without)")
        let helper = try phone.runner.writeProgram(
            """
            #!/bin/sh
            cat > '\(phone.runner.path("told"))'
            [ "$1" = get ] && printf 'accessKeyId=AKIA\\nsecretAccessKey=s\\n'

            """, to: "helper", mode: 0o700)
        // A store names no program.
        try phone.expect(["config", "--global", "s3.credentialHelper", helper])
        #expect(try phone.expect(["push"]).text.hasPrefix("pushed 1 node"))
        let told = String(
            decoding: try phone.runner.contents(ofFile: "told"), as: UTF8.self)
        #expect(told == "host=127.0.0.1:\(server.port)\nbucket=\(bucket)\n\n")
        for script in ["exit 1", "echo nothing", "printf 'accessKeyId=a b\\nsecretAccessKey=s\\n'"]
        {
            try phone.runner.writeProgram("#!/bin/sh\n\(script)\n", to: "helper", mode: 0o700)
            let outcome = try phone.run("fetch")
            #expect(
                outcome.status == 128 && outcome.codedError.contains("NETWORK_002"), "\(outcome)")
        }
    }

    @Test func nothingListensThere() throws {
        let port = try DeafPort()
        let phone = try device("phone")
        try phone.expect([
            "remote", "set-url", "origin", "store:s3:http://127.0.0.1:\(port.port)/b",
        ])
        let outcome = try phone.run("fetch")
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("nothing listens at 127.0.0.1:"), "\(outcome)")
    }

    /// Credentials go over TLS, or stay on this machine.
    @Test(arguments: ["http://example.org/b", "https://u:p@example.org/b", "ftp://x/b", "x"])
    func anAddressWithoutTLSIsRefused(_ address: String) throws {
        let phone = try fixture.device("phone", url: "store:s3:\(address)", credentials)
        let outcome = try phone.run("fetch")
        #expect(outcome.status == 128 && outcome.codedError.contains("not the address of a bucket"))
        #expect(!outcome.codedError.contains("secret/example"))
    }
}

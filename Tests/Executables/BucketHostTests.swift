import Foundation
import TestSupport
import Testing

/// Whom the credentials for buckets go to: hosts that the user has named, and none that a store names.
@Suite struct BucketHostTests {
    private let store: TaskStore
    private let port: DeafPort
    private let url: String
    private let host: String

    /// A user with a program that has credentials, in a store whose remote someone else has chosen.
    init() throws {
        port = try DeafPort()
        host = "127.0.0.1:\(port.port)"
        url = "store:s3:http://\(host)/b"
        store = TaskStore(try CommandRunner.withStore())
        try store.add("One", "--draft")
        let helper = try store.runner.writeProgram(
            """
            #!/bin/sh
            cat > '\(store.runner.path("told"))'
            printf 'accessKeyId=AKIAEXAMPLE\\nsecretAccessKey=s\\n'

            """, to: "helper", mode: 0o700)
        try store.expect(["config", "--global", "s3.credentialHelper", helper])
    }

    private var isHelperAsked: Bool {
        FileManager.default.fileExists(atPath: store.runner.path("told"))
    }

    private let variables = [
        "AWS_ACCESS_KEY_ID": "AKIAEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret/example",
        "AWS_SESSION_TOKEN": "token/example",
    ]

    @Test(arguments: ["", "[s3 \"HOST\"]\n\ttrusted = true\n"])
    func aStoreDoesNotDecideWhoGetsCredentials(_ further: String) throws {
        try store.configure(
            "[remote \"origin\"]\n\turl = \(url)\n\(further.replacing("HOST", with: host))")
        for words in [["fetch"], ["push"], ["sync"]] {
            for extra in [[:], variables] {
                let outcome = try store.run(words[0], extra: extra)
                #expect(outcome.status == 128, "\(outcome)")
                #expect(
                    outcome.codedError.hasPrefix(
                        "error: NETWORK_002: no credentials are sent to \(host), "), "\(outcome)")
                // Nor does a program learn how to change that.
                #expect(!outcome.codedError.contains("true"), "\(outcome)")
            }
        }
        #expect(!isHelperAsked)
        // The user can say that they are never sent there.
        try store.expect(["config", "--global", "s3.\(host).trusted", "no"])
        let outcome = try store.run("fetch")
        #expect(outcome.codedError.contains("trusted is false"), "\(outcome)")
        #expect(!isHelperAsked)
    }

    /// The program that reaches buckets asks for itself: whoever starts it may have the address from anywhere.
    @Test func theStoreHelperAsksForItself() throws {
        let address = "http://\(host)/b"
        let outcome = try store.runner.shell(
            "printf 'open \(address.utf8.count)\\n\(address)' | redo-store-s3", extra: variables)
        #expect(outcome.text.contains("no credentials are sent to \(host)"), "\(outcome)")
        #expect(!isHelperAsked)
    }

    /// From then on it works without a terminal.
    @Test(arguments: ["add", "set-url", "clone"]) func aTypedAddressNamesItsHost(
        _ command: String
    ) throws {
        switch command {
        case "add": try store.expect(["remote", "add", "origin", url])
        case "set-url":
            _ = try store.run("remote", ["add", "origin", "/nowhere.git"])
            try store.expect(["remote", "set-url", "origin", url])
        default:
            _ = try store.run("clone", [url, "copy"])
            try store.configure("[remote \"origin\"]\n\turl = \(url)")
        }
        #expect(try store.expect(["config", "--global", "s3.\(host).trusted"]).text == "true\n")
        let fetched = try store.run("fetch")
        #expect(
            fetched.status == 128 && fetched.codedError.contains("nothing listens"), "\(fetched)")
        #expect(isHelperAsked)
    }

    @Test(arguments: [("y", true), ("n", false)])
    func onATerminalTheUserIsAskedOnce(_ answer: String, _ isSent: Bool) throws {
        try store.configure("[remote \"origin\"]\n\turl = \(url)")
        let line =
            "printf '\(answer)\\n' | script -qec 'stty -onlcr -echo; redo-fetch' /dev/null"
        let first = try store.runner.shell(line)
        #expect(first.text.contains("send your credentials for buckets there? [y/N]"), "\(first)")
        #expect(isHelperAsked == isSent)
        let second = try store.run("fetch")
        #expect(second.codedError.contains("no credentials are sent") == !isSent, "\(second)")
    }

    @Test func aStoresConfigurationTakesNoSuchKey() throws {
        let outcome = try store.run("config", ["s3.\(host).trusted", "true"])
        #expect(
            outcome.status == 129
                && outcome.codedError.contains("is only read from your own configuration"),
            "\(outcome)")
    }
}

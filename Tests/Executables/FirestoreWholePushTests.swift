import Foundation
import TestSupport
import Testing

/// What a push sends to a replica has all its ancestors there.
@Suite(.withEmulator) struct FirestoreWholePushTests {
    private let fixture: FirestoreFixture

    init() throws { fixture = try FirestoreFixture() }

    @Test(arguments: [true, false]) func whatIsCutOffWaits(_ isPacked: Bool) throws {
        let phone = try fixture.device("phone")
        let (chain, node, path) = try phone.addBrokenChain()
        if isPacked { _ = try phone.run("gc", ["--all"]) }
        for round in 1...2 {
            let pushed = try phone.run("push")
            #expect(pushed.status == 3, "\(pushed)")
            #expect(
                pushed.text
                    == (round == 1 ? "pushed 3 nodes to origin\n" : "nothing was pushed\n"),
                "\(pushed)")
            #expect(
                pushed.codedError.contains(
                    "warning: E_PARENT_NOT_FOUND: 3 nodes wait here, behind a node that is missing: "
                        + chain[2]), "\(pushed)")
        }
        let reader = try fixture.device("reader")
        #expect(try reader.expect(["fetch"]).text == "received 3 nodes\n")
        try phone.runner.write(node, to: path)
        try phone.expect(["push"])
        #expect(try reader.expect(["fetch"]).text == "received 4 nodes\n")
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        try fixture.expectSound()
    }
}

import Foundation
import TestSupport
import Testing

/// Work that ends in the middle, after any request.
@Suite(.withEmulator) struct FirestoreInterruptionTests {
    private let fixture: FirestoreFixture

    init() throws { fixture = try FirestoreFixture() }

    /// A fetch of several pages that ends after each of its requests, and is repeated.
    @Test func aFetchGoesOnWhereItEnded() throws {
        let phone = try fixture.device("phone")
        for number in 1...6 { try phone.add("Task \(number)") }
        try phone.expect(["push"])
        for count in 0...4 {
            let laptop = try fixture.device("laptop-\(count)")
            try laptop.expect(["config", "firestore.pageSize", "3"])
            try fixture.project.expect(.init("503", after: count, times: 1000))
            let outcome = try laptop.run("fetch")
            #expect(outcome.status == 128 && outcome.output.isEmpty, "\(outcome)")
            #expect(
                outcome.codedError.contains("; received \(3 * count) nodes before that\n")
                    == (count > 0),
                "\(outcome)")
            #expect(try laptop.nodes().count == 3 * count)
            try fixture.project.expect()
            try laptop.expect(["fetch"])
            #expect(try laptop.run("export").output == phone.run("export").output)
            // Twelve nodes are four full pages and the end; none is asked for twice.
            #expect(try fixture.project.requests().count == 5 - count)
        }
        try fixture.expectSound()
    }

    /// A push whose answer never came is not carried out twice.
    @Test(arguments: ["before", "after", "truncated", "503"])
    func aPushIsRepeatedWithoutDuplicates(_ fault: String) throws {
        let phone = try fixture.device("phone")
        try phone.add("Water the plants")
        try fixture.project.expect(.init(fault, times: 1000))
        #expect(try phone.run("push").status == 128)
        try fixture.project.expect()
        try phone.expect(["push"])
        #expect(try fixture.nodeIDs() == phone.ids())
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        try fixture.expectSound()
    }

    /// A process that is killed at any time leaves nothing behind that the next one cannot mend.
    @Test func aKilledSyncIsRepeated() throws {
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        for number in 1...4 { try phone.add("Task \(number)") }
        for delay in [0.005, 0.02, 0.05, 0.1, 0.2] {
            for device in [phone, laptop] {
                let process = try Coprocess(device.runner, "redo-sync", [])
                Thread.sleep(forTimeInterval: delay)
                process.send(signal: SIGKILL)
                _ = process.wait()
                #expect(try device.run("fsck").status == 0)
            }
        }
        try phone.expect(["sync"])
        try laptop.expect(["sync"])
        #expect(try laptop.ids() == phone.ids())
        #expect(try fixture.nodeIDs() == phone.ids())
    }
}

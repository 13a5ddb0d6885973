import TestSupport
import Testing

/// Who can read a room that lies in Firestore: the accounts of those who take part in it.
@Suite(.withEmulator) struct RoomSharingTests {
    @Test func aRoomIsReadByThoseWhoTakePart() throws {
        let fixture = try FirestoreFixture()
        let alice = try fixture.device("alice")
        let bob = try fixture.device("bob", uid: "bob")
        let carol = try fixture.device("carol", uid: "carol")
        func user(_ device: TaskStore) throws -> String {
            let words = try device.run("key", ["list"]).text.split(whereSeparator: \.isWhitespace)
            return String(try #require(words.first { $0.count == 32 }))
        }
        let (own, other) = (try user(alice), try user(bob))
        try alice.add("Of my own")
        let room = try alice.commit(
            "OPEN_ROOM", "-f", "originator=alice", "-f", "tier:=1", "-f",
            """
            participants:=[{"id":"alice","nickname":"Alice","principal":"\(own)","identifier":{"kind":"key","value":"\(own)"}},\
            {"id":"bob","nickname":"Bob","principal":"\(other)","identifier":{"kind":"key","value":"\(other)"}}]
            """)
        _ = try alice.commit("PAY", "--room", room, "-f", "receipt=promised")
        try alice.expect(["push"])
        try bob.expect(["fetch"])
        #expect(try bob.nodes().isEmpty)
        try alice.expect(["config", "--global", "account.\(other).uid", "bob"])
        let opened = try alice.run("push")
        #expect(opened.status == 0)
        #expect(opened.codedError == "note: 2 nodes there can now be read by others\n", "\(opened)")
        try bob.expect(["fetch"])
        #expect(try bob.nodes().count == 2)
        try bob.expect(["config", "--global", "account.\(own).uid", "alice"])
        _ = try bob.commit("SIGNAL", "--room", room)
        #expect(try bob.run("push").status == 0)
        try alice.expect(["fetch"])
        let said = try alice.run("room", ["say", room, "Hello"])
        #expect(said.status == 0 && said.error.isEmpty, "\(said)")
        try bob.expect(["fetch"])
        #expect(try bob.run("room", ["show", room]).text.contains("Alice: Hello"))
        #expect(try bob.tasks().isEmpty)
        try carol.expect(["fetch"])
        #expect(try carol.nodes().isEmpty)
        try fixture.expectSound()
    }
}

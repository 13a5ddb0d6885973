import TestSupport
import Testing

/// Two people on two devices, and a room of theirs in which it is Ana's turn.
struct RoomPair {
    let ana: TaskStore
    let eve: TaskStore
    let room: String

    /// - Parameters:
    ///   - device: makes one with a store, a key and the remote.
    ///   - introduce: lets a device know who another user is, by the userId.
    init(
        _ device: (String) throws -> TaskStore,
        introduce: (TaskStore, _ name: String, _ user: String) throws -> Void = { _, _, _ in }
    ) throws {
        ana = try device("ana")
        eve = try device("eve")
        var roster: [String] = []
        for (device, name) in [(ana, "Ana"), (eve, "Eve")] {
            let user = try Self.user(of: device)
            try introduce(name == "Ana" ? eve : ana, name, user)
            roster.append(
                """
                {"id":"\(name.lowercased())","nickname":"\(name)","principal":"\(user)",\
                "identifier":{"kind":"key","value":"\(user)"}}
                """)
        }
        room = try ana.commit(
            "OPEN_ROOM", "-f", "originator=ana", "-f", "tier:=1", "-f",
            "participants:=[\(roster.joined(separator: ","))]")
        _ = try ana.commit("PAY", "--room", room, "-f", "receipt=promised")
        try ana.expect(["push"])
        try eve.expect(["fetch"])
        _ = try eve.commit("SIGNAL", "--room", room)
        // Where others can read from now on what was there already, it says so.
        let pushed = try eve.run("push")
        try #require(pushed.status == 0, "\(pushed)")
        try ana.expect(["fetch"])
    }

    /// The userId of a device's only key.
    static func user(of device: TaskStore) throws -> String {
        let words = try device.run("key", ["list"]).text.split(whereSeparator: \.isWhitespace)
        return String(try #require(words.first { $0.count == 32 }))
    }

    /// Who is writing, as a device shows it.
    func writing(on device: TaskStore, after seconds: Int = 0) throws -> [String] {
        let wall = "2025-11-16T12:00:\(seconds < 10 ? "0" : "")\(seconds).000Z"
        return try device.run("room", ["show", room], extra: ["REDO_WALL": wall]).lines
            .filter { $0.contains("writing") }
    }
}

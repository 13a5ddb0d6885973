import Foundation
import TestSupport
import Testing

/// A room of Ana and a machine, whose key is on Ana's device.
struct MachineRoom {
    let people: PeopleHarness
    let ana: CommandHarness
    let id: String
    /// The userId of the machine.
    let machine: String

    /// - Parameter isActive: whether the machine has joined.
    init(isActive: Bool = true) throws {
        people = try PeopleHarness()
        ana = try people.device("ana")
        let own = try Self.user(ana)
        let made = try ana.run("keygen", "--no-passphrase")
        machine = String(made.text.dropLast())
        try #require(made.status == 0 && machine.count == 32, "\(made)")
        try ana.succeed("config", "--global", "user.key", own)
        func participant(_ name: String, _ kind: String, _ user: String) -> String {
            """
            {"id":"\(name.lowercased())","nickname":"\(name)","principal":"\(user)",\
            "identifier":{"kind":"\(kind)","value":"\(name)"}}
            """
        }
        let roster = [participant("Ana", "key", own), participant("Bot", "machine", machine)]
        id = String(
            try ana.succeed(
                "commit-node", "OPEN_ROOM", "-f", "originator=ana", "-f", "tier:=10", "-f",
                "participants:=[\(roster.joined(separator: ","))]"
            ).dropLast())
        try ana.succeed("commit-node", "PAY", "--room", id, "-f", "receipt=promised")
        if isActive {
            try answers("ACCEPT")
            try ana.succeed("room", "answer", id)
        }
    }

    /// The userId of a device.
    static func user(_ device: CommandHarness) throws -> String {
        let lines = try device.run("key", "list").text.split(whereSeparator: \.isWhitespace)
        return try #require(
            lines.map(String.init).first { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    /// What the machine will say. It keeps what it is told.
    func answers(_ text: String, status: Int = 0) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(ana.directory.path)/answer"))
        try ana.succeed(
            "config", "--global", "room.command",
            "cat >'\(ana.directory.path)/told'; cat '\(ana.directory.path)/answer'; exit \(status)")
    }

    /// What the machine was told last.
    func told() throws -> String {
        try String(contentsOfFile: "\(ana.directory.path)/told", encoding: .utf8)
    }

    /// Runs a machine's turn.
    func answer(_ text: String, status: Int = 0, _ options: String...) throws -> CommandOutcome {
        try answers(text, status: status)
        return try ana.run(["room", "answer", id] + options)
    }

    func say(_ text: String) throws { try ana.succeed("room", "say", id, text) }

    /// What was said, as the machine is sent it, after the threshold.
    func conversation() throws -> [String] {
        let lines = try ana.run("room-transcript", id).lines
        let start = try #require(lines.firstIndex(of: "*a room*"))
        return Array(lines[(start + 2)...])
    }
}

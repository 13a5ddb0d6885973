import Foundation
import RedoCommandLine
import RedoCommands
import RedoManual
import RedoSystem
import TestSupport
import Testing

/// Each page lists the statuses that the command's specification declares, and no others.
@Suite struct StatusTests {
    /// The part of a page that lists the statuses; empty if there is none.
    private static func section(_ page: String) -> [String] {
        let lines = page.components(separatedBy: "\n")
        guard let start = lines.firstIndex(of: ".Sh EXIT STATUS") else { return [] }
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix(".Sh ") })
    }

    private static func page(_ specification: CommandSpecification) throws -> String {
        let name = "redo-\(specification.name).1"
        let source = try String(
            contentsOf: Fixtures.package.appending(path: "man/src/\(name)"), encoding: .utf8)
        return try Page(ManualIndex(Suite.commands), source: source, name: name).text(
            of: specification)
    }

    @Test(arguments: Suite.commands.specifications.map(\.name))
    func thePageListsTheStatusesOfTheCommand(_ name: String) throws {
        let specification = try #require(
            Suite.commands.specifications.first { $0.name == name })
        let page = try Self.page(specification)
        #expect(page.components(separatedBy: ".Sh EXIT STATUS").count == 2)
        let listed = Self.section(page).compactMap { line in
            line.hasPrefix(".It ") ? Int32(line.dropFirst(4)) : nil
        }
        let declared = specification.statuses.meanings.map(\.status.rawValue)
        #expect(listed == declared)
        #expect(declared == declared.sorted() && Set(declared).isSuperset(of: [0, 128, 129, 141]))
        for (_, text) in specification.statuses.meanings {
            let first = text.first { $0 != "`" }
            #expect(!text.hasSuffix(".") && first.map { !$0.isUppercase } == true, "\(text)")
        }
    }

    @Test func aPageThatListsStatusesItselfIsRefused() throws {
        let source = """
            .Dd January 1, 2026
            .Sh DESCRIPTION
            Shows tasks.
            .Sh EXIT STATUS
            0 if it was done.
            """
        #expect(throws: ManualError.self) {
            try Page(ManualIndex(Suite.commands), source: source, name: "redo-show.1")
                .text(of: CommandSpecification("show", "Show tasks"))
        }
    }

    /// Those that read no node, and those that report damage as their answer.
    @Test func onlyCommandsThatDamageMakesNoDifferenceToAreNeverIncomplete() {
        let plain = Suite.commands.specifications.filter { specification in
            !specification.statuses.meanings.contains { $0.status == .incomplete }
        }
        #expect(
            plain.map(\.name).sorted() == [
                "bugreport", "config", "context", "convert", "doctor", "fsck", "hash-object",
                "index", "init", "key", "keygen", "login", "logout", "mcp", "skill",
                "store-helper", "verify",
            ])
    }
}

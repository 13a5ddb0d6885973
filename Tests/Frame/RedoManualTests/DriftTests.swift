import Foundation
import RedoCommandLine
import RedoCommands
import RedoManual
import TestSupport
import Testing

/// The manual, the completions and the list of programs that are committed are those that the specifications give.
@Suite struct DriftTests {
    static let products = Result { try Products(root: Fixtures.package.path, of: Suite.commands) }

    @Test func everyCommandHasAPage() throws {
        // It throws, and says which one, where a page or a completion has no source.
        #expect(try Self.products.get().files.count == ManualIndex(Suite.commands).files.count + 4)
    }

    /// A command is found by the name of its specification.
    @Test func commandsAreNamedAsTheTableSays() {
        #expect(Suite.commands.specifications.map(\.name) == Suite.commands.names)
        #expect(Set(Suite.commands.names).count == Suite.commands.names.count)
        for names in [Suite.commands.everyday, Suite.commands.forPrograms] {
            #expect(
                Set(names).isSubset(of: Suite.commands.names) && Set(names).count == names.count)
        }
    }

    @Test func whatIsCommittedIsUpToDate() throws {
        for (path, text) in try Self.products.get().files {
            let committed = try? String(
                contentsOf: Fixtures.package.appending(path: path), encoding: .utf8)
            #expect(committed == text, "'make manual' writes \(path)")
        }
    }

    @Test func nothingElseIsThere() throws {
        for directory in ["man", "completions"] {
            let names = try Fixtures.names(in: Fixtures.package.appending(path: directory))
            let made = try Self.products.get().files.map(\.path).filter { $0.hasPrefix(directory) }
            #expect(names.filter { $0 != "src" }.map { "\(directory)/\($0)" } == made.sorted())
            let sources = try Fixtures.names(
                in: Fixtures.package.appending(path: "\(directory)/src"))
            #expect(sources.map { "\(directory)/\($0)" } == made.sorted())
        }
    }

    @Test func theOverviewHasTheSameGroups() throws {
        let runner = try CommandRunner()
        var groups: [(title: String, names: [String])] = []
        for line in try runner.run("redo", ["help", "--all"]).lines.dropFirst(2) {
            if line == "guides" { break }
            // A summary that goes on.
            if line.hasPrefix("     ") { continue }
            if line.hasPrefix("    ") {
                groups[groups.count - 1].names.append(
                    String(line.split(separator: " ").first ?? ""))
            } else if !line.isEmpty {
                groups.append((line, []))
            }
        }
        #expect(groups.map(\.title) == Suite.commands.groups.map(\.title))
        #expect(groups.map(\.names) == Suite.commands.groups.map { $0.entries.map(\.name) })
    }
}

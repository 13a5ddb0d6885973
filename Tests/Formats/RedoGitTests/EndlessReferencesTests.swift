import Foundation
import TestSupport
import Testing

@testable import RedoGit

/// Servers that say without end which references they have, and patterns of references.
@Suite(.serialized) struct EndlessReferencesTests {
    private let fixture: RepositoryPair

    init() throws { fixture = try RepositoryPair() }

    /// A line of the list, as the protocol has it.
    private static let line =
        "0044" + String(repeating: "a", count: 40) + " refs/redo/devices/aaaa"

    /// Kilobytes of memory that this process has had at most.
    private func maximumMemory() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["ssh", "http", "git"], [true, false])
    func anEndlessListIsAnErrorInWords(_ scheme: String, _ isAskedFor: Bool) throws {
        var url = "ssh://host/x"
        if scheme == "ssh" {
            fixture.authentication.sshCommand = "yes '\(Self.line)'; true"
        } else {
            url = "\(scheme)://127.0.0.1:\(try fixture.servers.endlessReferences())/x"
        }
        let before = try maximumMemory()
        let remote = try fixture.remote(url)
        let error = failure {
            if isAskedFor {
                _ = try remote.references(for: .fetch)
            } else {
                try remote.fetch(["refs/heads/log"])
            }
        }
        #expect(error?.code == .writeFailed, "\(String(describing: error))")
        #expect(error?.message.contains("list of references") == true)
        // Suites that run beside this one need some too.
        #expect(try maximumMemory() - before < 1_000_000)
    }

    /// A pattern brings what many names would, and sets nothing.
    @Test(arguments: Transport.allCases)
    func aPatternBringsTheObjectsOfAll(_ transport: Transport) throws {
        let tips = try (0..<3).map {
            try fixture.commits(2, in: fixture.there, text: "line \($0)")
        }
        for (number, tip) in tips.enumerated() {
            try fixture.there.setReference("refs/redo/devices/d\(number)", to: tip, from: nil)
        }
        try fixture.remote(fixture.url(transport)).fetch(
            ["refs/redo/devices/*:refs/redo/incoming/*"], setting: false)
        #expect(tips.allSatisfy { fixture.here.contains($0) })
        #expect(try ReferenceList(of: fixture.here).sound.isEmpty)
    }
}

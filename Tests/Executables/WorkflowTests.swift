import Foundation
import TestSupport
import Testing

/// What continuous integration may do with the code of strangers.
@Suite struct WorkflowTests {
    /// A job of a workflow: its lines.
    struct Job: CustomTestStringConvertible {
        let name: String
        var lines: [String] = []

        var testDescription: String { name }
    }

    private static let text =
        (try? String(
            contentsOf: Fixtures.package.appending(path: ".github/workflows/ci.yml"),
            encoding: .utf8)) ?? ""

    /// The jobs: each begins two spaces below `jobs:`.
    static let jobs: [Job] = {
        var jobs: [Job] = []
        var isBelow = false
        for line in text.split(separator: "\n").map(String.init) {
            if line == "jobs:" { isBelow = true }
            guard isBelow, line.hasPrefix("  ") else { continue }
            let rest = line.dropFirst(2)
            if !rest.hasPrefix(" "), !rest.hasPrefix("#"), rest.hasSuffix(":") {
                jobs.append(Job(name: String(rest.dropLast())))
            } else if !jobs.isEmpty {
                jobs[jobs.count - 1].lines.append(line)
            }
        }
        return jobs
    }()

    /// A tag can be moved to other code, a commit cannot.
    @Test func actionsAreNamedByTheirCommits() {
        let uses = Self.text.split(separator: "\n").filter { $0.contains("uses: ") }
        #expect(uses.count >= 4)
        for line in uses {
            let reference = line.split(separator: "@").last?.prefix { $0 != " " } ?? ""
            #expect(
                reference.count == 40 && reference.allSatisfy { "0123456789abcdef".contains($0) },
                "\(line)")
        }
    }

    @Test(arguments: jobs) func aPrivilegedContainerRunsNoPullRequest(_ job: Job) {
        guard job.lines.contains(where: { $0.contains("--privileged") }) else { return }
        #expect(
            job.lines.contains(
                "    if: github.event_name == 'push' && github.ref == 'refs/heads/main'"))
    }

    @Test(arguments: jobs) func aJobReadsTheRepositoryAndNothingElse(_ job: Job) throws {
        let start = try #require(job.lines.firstIndex(of: "    permissions:"))
        let allowed = job.lines[(start + 1)...].prefix { $0.hasPrefix("      ") }
        #expect(Array(allowed) == ["      contents: read"])
    }

    @Test func whatNoJobNamesIsNotAllowed() {
        #expect(Self.jobs.map(\.name) == ["lint", "test", "package", "install"])
        #expect(Self.text.contains("\npermissions: {}\n"))
        #expect(!Self.text.contains("pull_request_target") && !Self.text.contains("secrets."))
    }
}

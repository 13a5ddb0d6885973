import Foundation
import RedoJSON
import TestSupport
import Testing

/// The page of `redo view` in a headless browser: no message in its console and no request may come of it.
@Suite(.withBrowser) struct ViewInBrowserTests {
    private func expectFine(_ outcome: CommandOutcome) {
        #expect(outcome.status == 0, "\(outcome.error)")
    }

    @Test(arguments: [[], ["--redact"], ["--anonymous"]])
    func everyTabCanBeUsedWithMouseAndKeys(_ options: [String]) throws {
        let log = try ViewedLog()
        let written = try log.store.run(
            "view", options + ["-o", log.store.runner.path("page.html")])
        try #require(written.status == 0, "\(written)")
        expectFine(try PageBrowser.run("walk", "page.html", in: log.store.runner))
    }

    @Test(.enabled(if: PageBrowser.rules != nil, "run 'make browser-venv'"))
    func everybodyCanReadIt() throws {
        let log = try ViewedLog()
        try log.page()
        let rules = try #require(PageBrowser.rules)
        expectFine(try PageBrowser.run("rules", "page.html", [rules], in: log.store.runner))
    }

    /// Compared with `Fixtures/pages.json`; `REDO_RECORD_PAGES=1 swift test --filter ViewInBrowserTests` writes it.
    @Test func everyTabLooksAsItWasRecorded() throws {
        var runner = try CommandRunner.withEmptyStore()
        runner.environment["REDO_DEVICE"] = "laptop"
        try ManualLog.addUser(toHome: runner.path("home"))
        for (command, words) in [
            ("import", [ManualLog.path]), ("view", ["-o", runner.path("page.html")]),
        ] {
            let outcome = try runner.run("redo-\(command)", words)
            try #require(outcome.status == 0, "\(outcome)")
        }
        let isRecording = ProcessInfo.processInfo.environment["REDO_RECORD_PAGES"] != nil
        let recorded = Fixtures.directory.appending(path: "pages.json").path
        expectFine(
            try PageBrowser.run(
                "pictures", "page.html", [recorded] + (isRecording ? ["record"] : []), in: runner))
    }

    // MARK: States that the page does not have

    /// What the page says of the state at a node, and of what differs between the first node and it.
    private func said(
        of node: Int, in runner: CommandRunner
    ) throws -> (state: String, comparison: String) {
        let written = try runner.run("redo-view", ["-o", runner.path("page.html")])
        try #require(written.status == 0, "\(written)")
        let outcome = try PageBrowser.run("states", "page.html", ["\(node)"], in: runner)
        expectFine(outcome)
        let said = try JSONDocument(Array(outcome.lines.first.map(\.utf8) ?? "".utf8)).root.value
        return (
            said["state"]?.string?.description ?? "", said["comparison"]?.string?.description ?? ""
        )
    }

    private func change(_ text: String, after parents: [String]) -> SampleNode {
        SampleNode(
            action: "UPDATE", parents: parents, lamport: 2,
            fields: ["description": .string(JSONString(text))])
    }

    /// At a node that does not count and joins branches the page has no state, and says so. It shows no other state.
    @Test func aStateThatIsMissingAtARejectedNodeIsSaidToBeMissing() throws {
        let runner = try CommandRunner.withEmptyStore()
        let root = try runner.store(SampleNode())[0]
        let sides = try runner.store([
            change("Left", after: [root]), change("Right", after: [root]),
        ])
        // It completes what the task does not have.
        let id = try runner.store(
            SampleNode(
                action: "COMPLETE_TODO", parents: sides, lamport: 3,
                fields: [
                    "completed": "2025-02-01T00:00:00Z",
                    "todoTaskId": .string(JSONString(SampleNode.task(9))),
                ]))[0]
        let (state, comparison) = try said(of: -1, in: runner)
        let command = "'redo replay --at \(id.dropFirst("sha256:".count).prefix(7))"
        #expect(state.contains("This page does not have that state: \(command)"), "\(state)")
        #expect(
            comparison.contains("This page does not have the state at B: \(command)"),
            "\(comparison)")
        for text in [state, comparison] {
            #expect(!text.contains("Left") && !text.contains("Right"), "\(text)")
            #expect(!text.contains("differ") && !text.contains("not there"), "\(text)")
        }
        // On either side it has one.
        let side = try said(of: 1, in: runner).state
        #expect(side.contains("Left") || side.contains("Right"), "\(side)")
    }

    @Test func theStatesOfATaskWithTooManyBranchesAreSaidToBeMissing() throws {
        let runner = try CommandRunner.withEmptyStore()
        let root = try runner.store(SampleNode())[0]
        _ = try runner.store(
            (1...5000).map { change("Text \($0)", after: [root]) })
        let (state, comparison) = try said(of: -1, in: runner)
        #expect(state.contains("This task has too many branches for this page"), "\(state)")
        #expect(
            state.contains("This page does not have that state: 'redo replay --at "), "\(state)")
        #expect(comparison.contains("This page does not have the state at A: "), "\(comparison)")
        #expect(comparison.contains("This page does not have the state at B: "), "\(comparison)")
        #expect(!comparison.contains("Nothing differs"), "\(comparison)")
    }

    // MARK: Hostile texts

    private static let fragments = [
        "</script>", "<script>alert(1)</script>", "<!--", "-->", "]]>",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)>", "javascript:alert(1)", "${alert(1)}", "{{7*7}}", "&lt;b&gt;", "\"",
        "'",
        "`", "\\", "\u{2028}", "\u{2029}", "__proto__", "constructor", "toString", "data-meta",
        "</style><style>*{display:none}", "</title>", "<noscript>", "<iframe srcdoc='x'>", "\u{0}",
        "\u{FFFF}",
        "👩‍👩‍👧‍👦", "מָחָר", "%00", "<a href=//example.org>x</a>", HostileText.nasty, HostileText.harmful,
        String(repeating: "Ä", count: 300), " ", "\n", "\t",
    ]

    @Test func hostileTextsStayTexts() throws {
        let seed = Seed()
        var generator = seed.generator
        func text() -> String {
            (0..<Int.random(in: 1...4, using: &generator)).compactMap { _ in
                Self.fragments.randomElement(using: &generator)
            }.joined()
        }
        let runner = try CommandRunner.withEmptyStore()
        _ = try runner.store(
            (1...500).map { number in
                let name = JSONString(number % 7 == 0 ? "__proto__" : "x-" + text())
                return SampleNode(
                    task: SampleNode.task(number), device: text(), name: text(),
                    fields: .object(
                        CanonicalJSON.sorted([
                            JSONMember("title", .string(JSONString(text()))),
                            JSONMember("description", .string(JSONString(text()))),
                            JSONMember(name, .string(JSONString(text()))),
                        ])))
            })
        let written = try runner.run("redo-view", ["-o", runner.path("page.html")])
        try #require(written.status == 0, "\(written) \(seed.replay)")
        let outcome = try PageBrowser.run("texts", "page.html", in: runner)
        #expect(outcome.status == 0, "\(outcome.error) \(seed.replay)")
    }
}

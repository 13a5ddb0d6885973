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

import Foundation
import RedoCrypto
import RedoJSON
import TestSupport
import Testing

/// `redo view`: the file that it writes.
@Suite struct ViewTests {
    let log: ViewedLog

    init() throws { log = try ViewedLog() }

    /// What stands between two texts, each time.
    private func parts(of page: String, from start: String, to end: String) -> [String] {
        page.components(separatedBy: start).dropFirst().compactMap { rest in
            rest.components(separatedBy: end).first
        }
    }

    // MARK: One file

    @Test func thePolicyAllowsTheOneScriptAndTheOneStyleAlone() throws {
        let page = try log.page()
        let policies = parts(of: page, from: "Content-Security-Policy\" content=\"", to: "\">")
        let scripts = parts(of: page, from: "<script>", to: "</script>")
        let styles = parts(of: page, from: "<style>", to: "</style>")
        #expect(policies.count == 1 && scripts.count == 1 && styles.count == 1)
        func source(_ text: String) -> String {
            let digest = SHA256.digest(Array(text.utf8).span)
            return "'sha256-\(Data(digest.bytes).base64EncodedString())'"
        }
        let expected =
            "default-src 'none'; script-src \(source(scripts[0])); style-src \(source(styles[0])); "
            + "base-uri 'none'; form-action 'none'"
        #expect(policies[0] == expected)
        let position = try #require(page.range(of: "Content-Security-Policy")).lowerBound
        #expect(try position < #require(page.range(of: "<style>")).lowerBound)
    }

    @Test func thePageLoadsNothingAndHasNoHandlersInItsMarkup() throws {
        let page = try log.page()
        let data = parts(of: page, from: "<script", to: "</script>").joined()
        var markup = page
        for part in parts(of: page, from: "<script", to: "</script>") {
            markup = markup.replacingOccurrences(of: part, with: "")
        }
        #expect(!data.isEmpty)
        for word in [
            "src=", "href=", "url(", "@import", "http:", "https:", " onclick", " onload", " style=",
        ] {
            #expect(!markup.contains(word), "\(word)")
        }
        let script = try #require(parts(of: page, from: "<script>", to: "</script>").first)
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
            "fetch(", "XMLHttpRequest", "import(", "WebSocket",
        ] { #expect(!script.contains(word), "\(word)") }
    }

    @Test func twoPagesOfOneLogAreTheSameBytes() throws {
        #expect(try log.page() == log.page())
    }

    // MARK: What it has

    @Test func itHasTheTextsOfTheLogAsDataAlone() throws {
        let page = try log.page()
        let data = try log.data()
        for text in ["Paint the fence green", "Buy milk", "the one with oats", "telephone"] {
            #expect(data.contains(text), "\(text)")
            #expect(!page.contains(text), "\(text)")
        }
        let meta = try self.meta(data)
        guard case .array(let bands)? = meta["bands"], case .array(let verdicts)? = meta["verdicts"]
        else { throw Missing() }
        let statuses = bands.compactMap { $0["status"]?.string?.description }.sorted()
        #expect(statuses == ["done", "in the trash", "open"], "\(statuses)")
        let codes = verdicts.compactMap { $0["code"]?.string?.description }
        #expect(codes.contains("E_PERMISSION_DENIED"), "\(codes)")
        #expect(meta["privacy"] == "complete" && meta["findings"] == .array([]))
    }

    private struct Missing: Error {}

    private func meta(_ data: String) throws -> JSONValue {
        let line = try #require(data.split(separator: "\n").first { $0.hasPrefix("meta ") })
        return try JSONDocument(Array(line.dropFirst("meta ".count).utf8)).root.value
    }

    @Test func operandsChooseWhatIsShown() throws {
        func titles(_ arguments: String...) throws -> [String] {
            let outcome = try log.store.run(
                "view", arguments + ["-o", log.store.runner.path("page.html")])
            try #require(outcome.status == 0, "\(outcome)")
            guard case .array(let bands)? = try meta(log.data())["bands"] else { throw Missing() }
            return bands.filter { $0["kind"] == "task" }
                .compactMap { $0["title"]?.string?.description }.sorted()
        }
        #expect(try titles("milk") == ["Buy milk"])
        #expect(try titles("project:garden") == ["Paint the fence green"])
        #expect(try titles().count == 3)
        let wrong = try log.store.run("view", ["project.x:1", "-o", "-"])
        #expect(wrong.status == 129, "\(wrong)")
    }

    @Test func standardOutputCanBeTheFile() throws {
        let page = try log.page()
        #expect(try log.store.run("view", ["-o", "-"]).text == page)
    }

    @Test func damageIsOnThePageAndInTheStatus() throws {
        let id = try #require(
            try log.run("heads", log.fence).lines.first?.split(separator: " ").last)
        let digits = id.dropFirst("sha256:".count)
        let file = log.store.runner.path(
            ".redo/objects/\(digits.prefix(2))/\(digits.dropFirst(2))")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        try Data("broken".utf8).write(to: URL(filePath: file))
        let outcome = try log.store.run("view", ["-o", log.store.runner.path("page.html")])
        #expect(outcome.status == 3 && outcome.error.contains("warning"), "\(outcome)")
        guard case .array(let findings)? = try meta(log.data())["findings"] else { throw Missing() }
        #expect(findings.count == 2)
        #expect(findings.first?["path"]?.string?.description.hasPrefix("objects/") == true)
    }

    // MARK: What it leaves out

    private static let words = [
        "fence", "milk", "oats", "garden", "shopping", "piano", "telephone", "test-device", "Ben",
        "Zora",
    ]

    @Test func anAnonymousPageSaysNothing() throws {
        let ids = try log.run("rev-list", "--all").lines
        let page = try log.page("--anonymous")
        let data = try log.data()
        for word in Self.words + [log.store.runner.path("")] {
            #expect(!data.contains(word) && !page.contains(word), "\(word)")
        }
        for id in ids { #expect(!data.contains(id.dropFirst("sha256:".count)), "\(id)") }
        #expect(!data.contains(log.fence))
        let meta = try meta(data)
        #expect(meta["privacy"] == "anonymous" && meta["remotes"] == .array([]))
        #expect(data.split(separator: "\n").contains { $0.hasPrefix("bodies-0 ") })
    }

    @Test func aRedactedPageHasTheShapeWithoutTexts() throws {
        let page = try log.page("--redact")
        let data = try log.data()
        for word in Self.words + [log.store.runner.path("")] {
            #expect(!data.contains(word) && !page.contains(word), "\(word)")
        }
        // The ids stay, the bytes do not.
        #expect(data.contains(log.fence))
        for name in ["bodies-0 ", "signatures "] {
            #expect(!data.split(separator: "\n").contains { $0.hasPrefix(name) })
        }
        #expect(data.contains("\"characters\":"))
    }

    @Test(arguments: [
        (["--anonymous", "--redact"], "--anonymous and --redact do not go together"),
        (["-o"], "-o needs a value"),
    ])
    func wrongUsage(_ arguments: [String], _ message: String) throws {
        let outcome = try log.store.run("view", arguments)
        #expect(outcome.status == 129, "\(outcome)")
        if arguments.count > 1 { #expect(outcome.error.contains(message), "\(outcome)") }
    }

    @Test func anEmptyLogHasAPage() throws {
        let empty = try TaskStore(InProcessEngine())
        let outcome = try empty.run("view", ["-o", "-"])
        #expect(outcome.status == 0 && outcome.text.hasPrefix("<!DOCTYPE html>"))
    }
}

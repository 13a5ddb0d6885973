import Foundation
import Testing

/// A headless Chromium that uses a page of `redo view`, by Tests/Support/Browser.
public enum PageBrowser {
    /// Whether a browser is installed.
    public static let isInstalled = ["chromium", "chromium-browser", "google-chrome"].contains {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    /// The file of axe-core; nil if `make browser-venv` has not installed it.
    public static let rules: String? = {
        let venv = Fixtures.package.appending(path: ".build/browser-venv/lib")
        let files = FileManager.default.enumerator(atPath: venv.path)
        return files?.lazy.compactMap { $0 as? String }.first { $0.hasSuffix("/axe.min.js") }
            .map { venv.appending(path: $0).path }
    }()

    /// Does what `view_page.py` has under a name, with a page in the folder of a runner.
    public static func run(
        _ action: String, _ page: String, _ arguments: [String] = [], in runner: CommandRunner
    ) throws -> CommandOutcome {
        try script("view_page.py", [action, runner.path(page)] + arguments, in: runner)
    }

    /// The data of a page as text, a line for each block: its name and its contents.
    public static func data(of page: String, in runner: CommandRunner) throws -> String {
        let outcome = try script("page_data.py", [runner.path(page)], in: runner)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.text
    }

    private static func script(
        _ name: String, _ arguments: [String], in runner: CommandRunner
    ) throws -> CommandOutcome {
        let path = Fixtures.package.appending(path: "Tests/Support/Browser/\(name)").path
        return try runner.run("/usr/bin/python3", ["-B", path] + arguments)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that need a browser.
    public static var withBrowser: Self {
        .enabled(if: PageBrowser.isInstalled, "no Chromium is installed")
    }
}

import Foundation
import TestSupport
import Testing

/// `redo view` without a file: the page is in the cache, and the desktop opens it.
@Suite struct ViewOpeningTests {
    private func opener(_ store: TaskStore, _ body: String) throws -> [String: String] {
        try store.runner.write(Array("#!/bin/sh\n\(body)\n".utf8), to: "xdg-open")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: store.runner.path("xdg-open"))
        return ["PATH": "\(store.runner.path("")):/usr/bin:/bin"]
    }

    @Test func thePageIsInTheCacheAndIsOpened() throws {
        let store = try TaskStore()
        try store.add("Buy milk")
        let path = try opener(store, "echo \"$1\" > \"\(store.runner.path("opened"))\"")
        let outcome = try store.run("view", extra: path)
        let file = store.runner.path("home/.cache/redo/view.html")
        #expect(outcome.status == 0 && outcome.text == "\(file)\n", "\(outcome)")
        let opened = try String(contentsOfFile: store.runner.path("opened"), encoding: .utf8)
        #expect(opened == "\(file)\n")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func withoutAnOpenerThePageIsThereAllTheSame() throws {
        let store = try TaskStore()
        let outcome = try store.run("view", extra: try opener(store, "exit 3"))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.error.contains("hint: no browser was opened"), "\(outcome)")
    }
}

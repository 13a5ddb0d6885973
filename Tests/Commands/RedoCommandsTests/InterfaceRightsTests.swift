import Foundation
import RedoScreen
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// What `redo ui` says of tasks that others share.
@Suite struct InterfaceRightsTests {
    private let store: SharedStore
    private let water: String
    private let ben: String

    init() throws {
        store = try SharedStore()
        water = try store.ann.add("Water")
        ben = try store.ben.user
        _ = try store.ben.add("Mine")
    }

    private func share(as right: String) throws {
        try store.ann.succeed("share", water, "--with", ben, "--as", right)
    }

    private func footer(_ ui: InterfaceHarness) -> String {
        (ui.lines.last ?? "").components(separatedBy: "   ").first ?? ""
    }

    @Test func keysThatOneMayNotUseSayWhy() throws {
        try share(as: "read")
        var ui = try InterfaceHarness(store.ben)
        try ui.select("Water")
        #expect(
            footer(ui).hasPrefix("Test shares it with you to read only  a add  u undo"),
            "\(footer(ui))")
        let frame = ui.interface.frame()
        let last = frame.cells.suffix(frame.columns)
        #expect(last.first?.style == .plain)
        let before = try store.ann.nodeCount()
        for (key, action) in [("d", "done"), ("e", "edit"), ("x", "delete"), ("p", "priority")] {
            ui.press(key)
            #expect(footer(ui).hasPrefix("\(action): Test shares it with you to read only"))
        }
        #expect(try store.ann.nodeCount() == before)
        ui.interface.say("")
        try ui.select("Mine")
        #expect(footer(ui).hasPrefix("a add  e edit  d done"), "\(footer(ui))")
        ui.press("p5\n")
        #expect(try store.ann.nodeCount() == before + 1)
    }

    @Test func thoseWithTheRightAreNotHindered() throws {
        try share(as: "write")
        var ui = try InterfaceHarness(store.ben)
        try ui.select("Water")
        ui.press("p5\n")
        #expect(footer(ui).contains("Water"), "\(footer(ui))")
        var ann = try InterfaceHarness(store.ann)
        try ann.select("Water")
        #expect(footer(ann).hasPrefix("a add  e edit  d done"), "\(footer(ann))")
    }

    @Test func whatIsSharedAndTakenBackIsSaid() throws {
        var ui = try InterfaceHarness(store.ben)
        try share(as: "write")
        ui.interface.storeHasChanged()
        #expect(footer(ui).hasPrefix("Test shared 'Water' with you (write)"), "\(footer(ui))")
        try store.ann.succeed("unshare", water, "--with", ben)
        ui.interface.storeHasChanged()
        let line = "Test took 'Water' back: you can no longer change it"
        #expect(footer(ui).hasPrefix(line), "\(footer(ui))")
        ui.press("n")
        #expect(ui.lines.contains("  \(line)"), "\(ui.lines)")
        ui.press(.escape)
        try ui.select("Water")
        ui.press("d")
        #expect(footer(ui).hasPrefix("done: Test took it back: you can only read it"))
    }
}

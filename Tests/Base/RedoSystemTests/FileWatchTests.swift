import Foundation
import TestSupport
import Testing

@testable import RedoSystem

/// What a watch of folders tells.
@Suite struct FileWatchTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path }

    init() throws { directory = try TemporaryDirectory() }

    private func makeDirectory(_ name: String) throws {
        #expect(try Files.makeDirectory("\(path)/\(name)"))
    }

    private func write(_ name: String) throws {
        let file = try FileDescriptor(opening: "\(path)/\(name)", for: .create(mode: 0o644))
        try file.write([1].span)
    }

    @Test func filesAndFoldersThatAppearAreTold() throws {
        try makeDirectory("a")
        let watch = try FileWatch()
        let place = try watch.add("\(path)/a")
        #expect(try watch.events().isEmpty)
        try write("elsewhere")
        try makeDirectory("a/b")
        try write("a/c")
        try Files.rename("\(path)/elsewhere", to: "\(path)/a/d")
        try Files.link("\(path)/a/d", to: "\(path)/a/e")
        try write("a/b/not-watched")
        let events = try watch.events()
        #expect(events.contains(.directory("b", in: place)))
        for name in ["c", "d", "e"] { #expect(events.contains(.file(name, in: place))) }
        #expect(!events.contains(.file("not-watched", in: place)))
        #expect(try watch.events().isEmpty)
    }

    @Test func somethingToReadIsSeen() throws {
        let watch = try FileWatch()
        _ = try watch.add(path)
        #expect(Readiness.wait(for: [watch.descriptor], milliseconds: 0).isEmpty)
        try write("a")
        #expect(Readiness.wait(for: [watch.descriptor], milliseconds: 10_000) == [watch.descriptor])
    }

    @Test func aFolderThatGoesIsTold() throws {
        for name in ["removed", "moved"] { try makeDirectory(name) }
        let watch = try FileWatch()
        let removed = try watch.add("\(path)/removed")
        let moved = try watch.add("\(path)/moved")
        #expect(rmdir("\(path)/removed") == 0)
        try Files.rename("\(path)/moved", to: "\(path)/elsewhere")
        let events = try watch.events()
        #expect(events.contains(.gone(removed)) && events.contains(.gone(moved)))
        // It is watched no longer.
        try write("elsewhere/a")
        #expect(try watch.events().allSatisfy { $0 == .gone(moved) })
    }

    /// More events than the system keeps.
    @Test func lostEventsAreTold() throws {
        let watch = try FileWatch()
        _ = try watch.add(path)
        let limit = try String(
            contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
        try #require(count <= 1 << 17, "as many events cannot be made in a test")
        // Two names, since equal events that follow one another are one.
        for name in ["a", "b"] { try write(name) }
        for number in 0...count / 2 {
            for (from, to) in [("a", "c"), ("b", "d")] {
                let names = number.isMultiple(of: 2) ? (from, to) : (to, from)
                try Files.rename("\(path)/\(names.0)", to: "\(path)/\(names.1)")
            }
        }
        #expect(try watch.events().contains(.overflow))
    }

    @Test func linksAndFilesAreNotFolders() throws {
        try write("file")
        #expect(symlink(path, "\(path)/link") == 0)
        let watch = try FileWatch()
        for name in ["file", "link", "missing"] {
            #expect(throws: SystemError.self) { try watch.add("\(path)/\(name)") }
        }
    }
}

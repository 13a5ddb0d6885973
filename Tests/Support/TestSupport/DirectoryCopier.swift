import Foundation

/// A program that keeps two folders alike, as rsync, Syncthing and people with sticks do: file by file, late, in any order, and
/// with everything that goes wrong on the way.
///
/// It looks at what has changed in each folder since it last looked or wrote there, and carries that over in steps. A file
/// may be half there for a while, under its own name or another one, and copies of it stay under other names. If a file
/// is removed while it is half copied, the half stays, unless removals are carried over.
public struct DirectoryCopier {
    /// What a copier does beside copying.
    public struct Habits: Sendable {
        /// Whether a file that is removed in one folder is removed in the other one.
        public let carriesRemovals: Bool
        /// Whether a half file has another name than the whole one.
        public let hidesHalves: Bool
        /// Whether copies stay under other names, and conflicts are kept.
        public let leavesCopies: Bool

        public init(using numbers: inout some RandomNumberGenerator) {
            carriesRemovals = Bool.random(using: &numbers)
            hidesHalves = Int.random(in: 0..<3, using: &numbers) == 0
            leavesCopies = Bool.random(using: &numbers)
        }
    }

    private typealias Files = [String: [UInt8]]

    private let directories: [String]
    private let habits: Habits
    /// What each folder had when the copier last looked or wrote there.
    private var known: [Files] = [[:], [:]]
    /// What is to be written into each folder; nil for a file that is to be removed.
    private var pending: [[String: [UInt8]?]] = [[:], [:]]
    /// The files in each folder of which the copier has written a part.
    private var halves: [Set<String>] = [[], []]
    /// Names that the copier has made up, which it does not copy.
    private var own: Set<String> = []
    /// Files that were removed, which come back at times.
    private var removed: Files = [:]
    /// What was done how often: for tests of tests.
    public private(set) var counts: [String: Int] = [:]

    /// - Parameter directories: two, which exist.
    public init(between directories: [String], _ habits: Habits) {
        self.directories = directories
        self.habits = habits
    }

    private mutating func count(_ event: String) { counts[event, default: 0] += 1 }

    // MARK: Looking

    /// The files below a folder, by path from there.
    private static func files(of directory: String) throws -> Files {
        var files: Files = [:]
        guard let names = FileManager.default.enumerator(atPath: directory) else { return files }
        for case let name as String in names {
            let path = "\(directory)/\(name)"
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
                !isDirectory.boolValue
            else { continue }
            files[name] = [UInt8](try Data(contentsOf: URL(filePath: path)))
        }
        return files
    }

    /// Notes what has changed in a folder.
    private mutating func look(at place: Int, using numbers: inout SeededGenerator) throws {
        let now = try Self.files(of: directories[place])
        let names = Set(now.keys).union(known[place].keys).subtracting(own).sorted()
        for name in names where now[name] != known[place][name] {
            halves[place].remove(name)
            try change(name, to: now[name], in: place, using: &numbers)
        }
        known[place] = now.filter { !own.contains($0.key) }
    }

    private mutating func change(
        _ name: String, to bytes: [UInt8]?, in place: Int, using numbers: inout SeededGenerator
    ) throws {
        let other = 1 - place
        if let bytes, let new = pending[place][name], let new, new != bytes {
            // Both folders have it now, each another one.
            count("conflict")
            let isKept = Bool.random(using: &numbers)
            let lost = isKept ? new : bytes
            if habits.leavesCopies {
                try write(lost, as: "\(name).sync-conflict-20251116-120000-ABCDEFG", in: place)
            }
            guard isKept else { return }
        }
        pending[place][name] = nil
        if bytes == nil {
            removed[name] = known[place][name]
            if !habits.carriesRemovals {
                if halves[other].remove(name) != nil { count("half that stays") }
                pending[other][name] = nil
                return
            }
        }
        if known[other][name] == bytes, !halves[other].contains(name) {
            pending[other][name] = nil
        } else {
            pending[other].updateValue(bytes, forKey: name)
        }
    }

    // MARK: Writing

    private func write(_ bytes: [UInt8], at path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// Writes a file under a name that the copier makes up.
    private mutating func write(_ bytes: [UInt8], as name: String, in place: Int) throws {
        own.insert(name)
        try write(bytes, at: "\(directories[place])/\(name)")
    }

    /// A name beside another one.
    private static func names(beside name: String) -> [String] {
        let url = URL(filePath: "/\(name)")
        let (directory, last) = (url.deletingLastPathComponent().path, url.lastPathComponent)
        return [
            "\(name)~", "\(name).tmp", "\(directory)/.syncthing.\(last).tmp",
            "\(directory)/.\(last).x7Gh2a",
            "\(name).sync-conflict-20251116-120000-ABCDEFG", "\(name) (copy)", "\(name).part",
        ].map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
    }

    private mutating func finish(_ name: String, in place: Int) throws {
        guard let change = pending[place].removeValue(forKey: name) else { return }
        halves[place].remove(name)
        known[place][name] = change
        let path = "\(directories[place])/\(name)"
        guard let bytes = change else {
            try? FileManager.default.removeItem(atPath: path)
            return count("removal")
        }
        try write(bytes, at: path)
        count("copy")
    }

    /// Writes a part of a file.
    private mutating func begin(
        _ name: String, _ bytes: [UInt8], in place: Int, using numbers: inout SeededGenerator
    ) throws {
        let half = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &numbers)))
        if habits.hidesHalves || known[place][name] != nil && !halves[place].contains(name) {
            let names = Self.names(beside: name)
            try write(half, as: names[Int.random(in: 0..<4, using: &numbers)], in: place)
            return count("hidden half")
        }
        try write(half, at: "\(directories[place])/\(name)")
        known[place][name] = half
        halves[place].insert(name)
        count("half")
    }

    /// Looks at both folders, and carries some of what has changed over to one.
    public mutating func copy(to place: Int, using numbers: inout SeededGenerator) throws {
        for place in 0...1 { try look(at: place, using: &numbers) }
        let names = pending[place].keys.sorted().shuffled(using: &numbers)
        for name in names.prefix(Int.random(in: 0...8, using: &numbers)) {
            if let bytes = pending[place][name] ?? nil, !bytes.isEmpty,
                Int.random(in: 0..<3, using: &numbers) == 0
            {
                try begin(name, bytes, in: place, using: &numbers)
                continue
            }
            let bytes = pending[place][name] ?? nil
            try finish(name, in: place)
            guard habits.leavesCopies, let bytes, Int.random(in: 0..<4, using: &numbers) == 0
            else { continue }
            let copy = Self.names(beside: name).randomElement(using: &numbers) ?? "\(name)~"
            try write(bytes, as: copy, in: place)
            count("duplicate")
        }
        // A file that was removed comes back, with a stick that lay in a drawer.
        if !habits.carriesRemovals, Int.random(in: 0..<6, using: &numbers) == 0,
            let name = removed.keys.sorted().randomElement(using: &numbers),
            let bytes = removed[name], known[place][name] == nil, pending[place][name] == nil
        {
            try write(bytes, at: "\(directories[place])/\(name)")
            known[place][name] = bytes
            count("return")
        }
    }

    /// Carries everything over: a copier that removes nothing brings back what was removed in one of the folders.
    public mutating func finish(using numbers: inout SeededGenerator) throws {
        for _ in 0..<4 {
            for place in 0...1 { try look(at: place, using: &numbers) }
            if !habits.carriesRemovals {
                for place in 0...1 {
                    for (name, bytes) in known[1 - place] where known[place][name] == nil {
                        pending[place].updateValue(bytes, forKey: name)
                    }
                }
            }
            if pending.allSatisfy(\.isEmpty) { return }
            for place in 0...1 {
                for name in pending[place].keys.sorted() { try finish(name, in: place) }
            }
        }
    }
}

import Foundation

/// Something that happens to one file or folder of a store.
enum StoreFault: String, CaseIterable {
    case removed
    case emptied
    case truncated
    /// By another one of its kind.
    case replaced
    /// A folder in the place of a file, and a file in the place of a folder.
    case otherKind = "other kind"
    /// Under a name that no file of a store has.
    case copied
    /// Under a name that another file of its kind could have.
    case misnamed

    /// Whether something is gone and nothing is in its place.
    var isAbsence: Bool { [.removed, .emptied, .truncated].contains(self) }
}

/// A file or folder of a store that a fault happens to, and what undoes it.
struct FaultedPlace {
    let store: String
    /// From the store.
    let name: String
    let isDirectory: Bool
    /// The contents of another file of its kind, or where another folder is.
    let other: Other?
    /// A folder outside the store, on the same file system.
    let aside: String

    enum Other {
        case bytes(Data)
        case directory(String)
    }

    /// A name that differs in a hexadecimal digit, which no other file has; nil for a name without any.
    private let wrongName: String?

    init(store: String, name: String, isDirectory: Bool, other: Other?, aside: String) {
        self.store = store
        self.name = name
        self.isDirectory = isDirectory
        self.other = other
        self.aside = aside
        wrongName = Self.wrongName(for: name, in: store)
    }

    private var path: String { "\(store)/\(name)" }
    private var keptPath: String { "\(aside)/kept" }
    private var manager: FileManager { .default }

    /// Lets a fault happen.
    ///
    /// - Returns: the paths from the store that are wrong then; nil if it changes nothing.
    func apply(_ fault: StoreFault) throws -> [String]? {
        let below =
            try isDirectory ? manager.subpathsOfDirectory(atPath: path).map { "\(name)/\($0)" } : []
        switch fault {
        case .removed:
            try keep()
        case .emptied:
            if try isEmpty() { return nil }
            try keep()
            try make(isDirectory: isDirectory)
        case .truncated:
            if isDirectory { return try removeHalf() }
            let bytes = try Data(contentsOf: URL(filePath: path))
            if bytes.isEmpty { return nil }
            try keep()
            try write(bytes.prefix(bytes.count / 2))
        case .replaced:
            switch other {
            case nil: return nil
            case .bytes(let bytes)?:
                if try Data(contentsOf: URL(filePath: path)) == bytes { return nil }
                try keep()
                try write(bytes)
            case .directory(let other)?:
                try keep()
                try manager.copyItem(atPath: "\(store)/\(other)", toPath: path)
            }
        case .otherKind:
            try keep()
            try make(isDirectory: !isDirectory)
        case .copied:
            try manager.copyItem(atPath: path, toPath: path + "~")
            return [name + "~"]
        case .misnamed:
            guard let wrongName else { return nil }
            try manager.copyItem(atPath: path, toPath: "\(store)/\(wrongName)")
            return [wrongName]
        }
        return [name] + below
    }

    /// Puts all back as it was.
    func undo() throws {
        for copy in ["\(path)~", wrongName.map { "\(store)/\($0)" }] {
            if let copy { try? manager.removeItem(atPath: copy) }
        }
        if manager.fileExists(atPath: keptPath) {
            try? manager.removeItem(atPath: path)
            try manager.moveItem(atPath: keptPath, toPath: path)
        }
        // Half of a folder.
        for entry in try manager.contentsOfDirectory(atPath: aside) {
            try? manager.removeItem(atPath: "\(path)/\(entry)")
            try manager.moveItem(atPath: "\(aside)/\(entry)", toPath: "\(path)/\(entry)")
        }
    }

    // MARK: Steps

    private func keep() throws { try manager.moveItem(atPath: path, toPath: keptPath) }

    private func isEmpty() throws -> Bool {
        isDirectory
            ? try manager.contentsOfDirectory(atPath: path).isEmpty
            : try Data(contentsOf: URL(filePath: path)).isEmpty
    }

    private func make(isDirectory: Bool) throws {
        if isDirectory {
            try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
        } else {
            try write(Data())
        }
    }

    private func write(_ bytes: Data) throws { try bytes.write(to: URL(filePath: path)) }

    private func removeHalf() throws -> [String]? {
        let entries = try manager.contentsOfDirectory(atPath: path).sorted()
        let gone = entries.prefix((entries.count + 1) / 2)
        for entry in gone {
            try manager.moveItem(atPath: "\(path)/\(entry)", toPath: "\(aside)/\(entry)")
        }
        return gone.isEmpty ? nil : gone.map { "\(name)/\($0)" }
    }

    private static func wrongName(for name: String, in store: String) -> String? {
        let file = name.split(separator: "/").last.map(String.init) ?? ""
        let directory = name.dropLast(file.count)
        var stem = file
        var suffix = ""
        for known in [".pack", ".idx", ".cache", ".reason"] where file.hasSuffix(known) {
            stem.removeLast(known.count)
            suffix = known
        }
        guard let last = stem.last, last.isHexDigit, stem.count == 2 || stem.count > 16 else {
            return nil
        }
        for digit in "0123456789abcdef" where digit != last {
            let wrong = "\(directory)\(stem.dropLast())\(digit)\(suffix)"
            if !FileManager.default.fileExists(atPath: "\(store)/\(wrong)") { return wrong }
        }
        return nil
    }
}

import Foundation
import TestSupport

extension TemporaryDirectory {
    /// A path in the folder.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The names in it, sorted.
    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    /// The contents of a file; nil where there is none.
    func text(of name: String) -> String? {
        try? String(contentsOfFile: path(name), encoding: .utf8)
    }
}

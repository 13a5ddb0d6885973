import Foundation

/// The files of a folder, by path from there. Folders end with a slash.
struct FolderImage: Equatable {
    var files: [String: [UInt8]]

    init(_ files: [String: [UInt8]]) { self.files = files }

    /// What is in a folder.
    init(of directory: String) throws {
        files = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory) {
            let url = URL(filePath: "\(directory)/\(path)")
            let isDirectory =
                try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
            files[isDirectory ? "\(path)/" : path] =
                isDirectory ? [] : [UInt8](try Data(contentsOf: url))
        }
    }

    /// Lets a folder have these files and no others. What is the same stays as it is: a folder that is still there is not
    /// another one.
    func restore(to directory: String) throws {
        let manager = FileManager.default
        let now = try FolderImage(of: directory).files
        // The longest paths first, so that folders are empty.
        for path in now.keys.sorted(by: { $0.utf8.count > $1.utf8.count })
        where files[path] == nil || files[path] != now[path] {
            try manager.removeItem(atPath: "\(directory)/\(path)")
        }
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where now[path] != bytes {
            if path.hasSuffix("/") {
                try manager.createDirectory(
                    atPath: "\(directory)/\(path)", withIntermediateDirectories: true)
            } else {
                try Data(bytes).write(to: URL(filePath: "\(directory)/\(path)"))
            }
        }
    }
}

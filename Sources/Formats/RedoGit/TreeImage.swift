/// A tree of one regular file.
///
/// ```
/// 100644 node.json NUL, 20 bytes of the blob's name
/// ```
enum TreeImage {
    static let nodeFile: StaticString = "node.json"
    static let headsFile: StaticString = "heads"

    private static let plain: StaticString = "100644"
    /// The maximum size of a tree that is read, in bytes.
    static let maximumByteCount = 4096

    static func content(_ name: StaticString, _ blob: GitObjectID) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(37)
        appendStart(name, to: &content)
        blob.append(to: &content)
        return content
    }

    private static func appendStart(_ name: StaticString, to content: inout [UInt8]) {
        content += plain.description.utf8
        content.append(UInt8(ascii: " "))
        content += name.description.utf8
        content.append(0)
    }

    /// The content of a tree that anyone may have written.
    enum Reading {
        case node(GitObjectID)
        case heads(GitObjectID)
        case other(reason: String)
    }

    static func reading(_ content: [UInt8]) -> Reading {
        if let blob = blob(nodeFile, in: content) { return .node(blob) }
        if let blob = blob(headsFile, in: content) { return .heads(blob) }
        return .other(reason: reason(content))
    }

    private static func blob(_ name: StaticString, in content: [UInt8]) -> GitObjectID? {
        var start: [UInt8] = []
        appendStart(name, to: &start)
        guard content.count == start.count + GitObjectID.byteCount, content.starts(with: start)
        else { return nil }
        return GitObjectID(bytes: content.span.extracting(droppingFirst: start.count))
    }

    /// The reason why a tree is neither a node's nor a checkpoint's.
    private static func reason(_ content: [UInt8]) -> String {
        let mode = content.prefix { $0 != UInt8(ascii: " ") }
        let name = content.dropFirst(mode.count + 1).prefix { $0 != 0 }
        let isAlone = content.count == mode.count + name.count + 2 + GitObjectID.byteCount
        guard isAlone, name.elementsEqual(nodeFile.description.utf8) else {
            return "its tree is not one file node.json"
        }
        let kind =
            switch String(decoding: mode, as: UTF8.self) {
            case "100755": "executable"
            case "120000": "a symbolic link"
            case "160000": "a submodule"
            case "40000": "a folder"
            default: "no plain file"
            }
        return "its node.json is \(kind)"
    }
}

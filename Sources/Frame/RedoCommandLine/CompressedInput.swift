import RedoJSON
import RedoSystem

/// A format of compressed files, recognised by the first bytes.
package struct CompressionFormat {
    package let name: String
    let magic: [UInt8]
    /// The command that unpacks a file to its standard output.
    let command: String
    /// True if the command reads standard input as well.
    let readsInput: Bool

    private static let all = [
        CompressionFormat(
            name: "gzip", magic: [0x1F, 0x8B], command: "gzip -dc", readsInput: true),
        CompressionFormat(
            name: "Zstandard", magic: [0x28, 0xB5, 0x2F, 0xFD], command: "zstd -dc",
            readsInput: true),
        // A frame that is skipped: packs of a store begin with one.
        CompressionFormat(
            name: "Zstandard", magic: [0x50, 0x2A, 0x4D, 0x18], command: "zstd -dc",
            readsInput: true),
        CompressionFormat(
            name: "xz", magic: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], command: "xz -dc",
            readsInput: true),
        CompressionFormat(
            name: "bzip2", magic: Array("BZh".utf8), command: "bzip2 -dc", readsInput: true),
        CompressionFormat(
            name: "zip", magic: [0x50, 0x4B, 0x03, 0x04], command: "unzip -p", readsInput: false),
    ]
}

extension CompressionFormat {
    /// The format of a file; nil for one that is not compressed.
    package init?(of bytes: Span<UInt8>) {
        let format = Self.all.first { format in
            bytes.count >= format.magic.count
                && bytes.extracting(first: format.magic.count).isEqual(to: format.magic.span)
        }
        guard let format else { return nil }
        self = format
    }
}

extension CommandContext {
    /// Refuses an input that is a compressed file, and names the command that unpacks it.
    ///
    /// - Parameters:
    ///   - bytes: of the input, from the first one on.
    ///   - operand: the argument that names it; `-` for standard input.
    /// - Throws: STORAGE_001.
    package func refuseCompressed(_ bytes: Span<UInt8>, of operand: String) throws(RedoError) {
        guard let format = CompressionFormat(of: bytes) else { return }
        throw RedoError(
            .notFound,
            "\(input(operand).name) is compressed (\(format.name)); nothing was read",
            hints: [hint(format, operand)])
    }

    private func hint(_ format: CompressionFormat, _ operand: String) -> String {
        let isStandard = operand == "-"
        let arguments = words.map { $0 == operand ? "-" : shellWord($0) }
        let command = (["redo"] + (commandName.map { [$0] } ?? []) + arguments)
            .joined(separator: " ")
        if isStandard, format.readsInput { return "'\(format.command) | \(command)' reads it" }
        let file = isStandard ? "FILE" : shellWord(operand)
        return "'\(format.command) \(file) | \(command)' reads it"
    }
}

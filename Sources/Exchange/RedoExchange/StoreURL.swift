import RedoSystem

/// The address of a store that a helper reaches: `store:HELPER:ADDRESS`, or `HELPER:ADDRESS` if that helper is
/// installed.
package struct StoreURL: Hashable, Sendable {
    /// The part of the program's name after `redo-store-`.
    package let helper: String
    /// The address that is passed to the helper.
    package let address: String

    private static let prefix = "store:"
    private static let maximumAddressByteCount = 1000
    private static let maximumHelperByteCount = 32

    /// - Throws: STORAGE_001 for a malformed address.
    package init(_ text: String) throws(RedoError) {
        let isPrefixed = text.hasPrefix(Self.prefix)
        guard isPrefixed || Self.namesHelper(text) else { throw Self.malformed(text) }
        let rest = isPrefixed ? text.dropFirst(Self.prefix.count) : text[...]
        let helper = rest.prefix { $0 != ":" }
        let address = rest.dropFirst(helper.count + 1)
        guard Self.isHelper(helper), !address.isEmpty,
            address.utf8.count <= Self.maximumAddressByteCount,
            address.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { throw Self.malformed(text) }
        self.helper = String(helper)
        self.address = String(address)
    }

    /// Whether the part before the first colon is the name of an installed store helper.
    package static func namesHelper(_ text: String) -> Bool {
        let helper = text.prefix { $0 != ":" }
        // Git would run a program for an address `X::Y`, so it is refused.
        guard isHelper(helper), helper.count < text.count,
            !text.dropFirst(helper.count).hasPrefix("::")
        else { return false }
        return (try? SuiteExecutables.path(of: "store-\(helper)")) != nil
    }

    /// Whether the helper replaces a file that another device has put, whatever a test of the store shows: rclone looks,
    /// and then it writes.
    package var replacesFiles: Bool { helper == "rclone" }

    /// The address as the configuration stores it.
    package var text: String { "\(Self.prefix)\(helper):\(address)" }

    /// The file of the helper: in the directory of the suite, or in PATH.
    ///
    /// - Throws: STORAGE_001 if there is none.
    package func helperPath() throws(RedoError) -> String {
        if let path = try SuiteExecutables.path(of: "store-\(helper)") { return path }
        throw RedoError(
            .notFound, "there is no store helper redo-store-\(helper)",
            hints: [
                "put the program of that name into a folder of PATH; redo-store-s3 and redo-store-rclone are there"
            ])
    }

    private static func isHelper(_ text: Substring) -> Bool {
        (1...maximumHelperByteCount).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }

    private static func malformed(_ text: String) -> RedoError {
        RedoError(
            .notFound, "not the address of a store: '\(text.printable)'",
            hints: ["it is store:HELPER:ADDRESS, such as store:s3:https://s3.example.org/bucket"])
    }
}

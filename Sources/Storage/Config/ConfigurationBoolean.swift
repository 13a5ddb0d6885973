import RedoSystem

/// A boolean of the configuration, as git writes it (git-config(1), section "Values"): `true`, `yes`, `on`, `1`, and
/// a key without a value; `false`, `no`, `off`, `0`, and an empty value; in any case.
package struct ConfigurationBoolean: Equatable, Sendable {
    package let isTrue: Bool

    private static let trueWords: Set<String> = ["true", "yes", "on", "1"]
    private static let falseWords: Set<String> = ["false", "no", "off", "0", ""]

    /// Reads a value; nil for any other text.
    package init?(_ text: String) {
        let word = text.lowercased()
        if Self.trueWords.contains(word) {
            isTrue = true
        } else if Self.falseWords.contains(word) {
            isTrue = false
        } else {
            return nil
        }
    }
}

extension LayeredConfiguration {
    /// The boolean of a key; its default if it is not set.
    ///
    /// - Throws: wrong usage for a value that is not a boolean.
    package func boolean(_ key: ConfigurationKey) throws(RedoError) -> Bool? {
        guard let name = Configuration.Name(key.name) else { return nil }
        return try boolean(name) ?? key.fallback.flatMap { ConfigurationBoolean($0)?.isTrue }
    }

    /// The boolean of `remote.<name>.<key>`; nil if it is not set.
    ///
    /// - Throws: wrong usage for a value that is not a boolean.
    package func boolean(
        _ key: String, ofRemote remote: String
    ) throws(RedoError) -> Bool? {
        guard let name = Configuration.Name("\(Self.remoteSection).\(remote).\(key)") else {
            return nil
        }
        return try boolean(name)
    }

    /// The boolean of a name, by its last value; nil if it is not set. Anything that is not a boolean is an error, so
    /// that a misspelled value is not taken for the opposite one.
    func boolean(_ name: Configuration.Name) throws(RedoError) -> Bool? {
        for layer in layers(for: name).reversed() {
            guard let value = layer.value(name) else { continue }
            if let boolean = ConfigurationBoolean(value) { return boolean.isTrue }
            let key = ConfigurationKey(name)?.name ?? "\(name)"
            let mistake = "\(key) is '\(value.printable)', not true or false"
            guard let path = layer.origin.path, let line = layer.line(of: name, value) else {
                throw .usage(mistake)
            }
            // A program must not guess which of the two is meant.
            throw .usage("\(mistake): line \(line) of \(path.printable)")
        }
        return nil
    }
}

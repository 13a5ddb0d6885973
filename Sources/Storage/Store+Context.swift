import RedoSystem

/// The context that is on: a file `context` with its name, which stays on this device.
extension Store {
    private var contextFile: ContainedFile { ContainedFile("context", in: folder()) }

    /// The name of the context that is on; nil if none is, or its file cannot be read.
    package var currentContext: String? {
        guard let bytes = try? Files.read(contextFile.path, limit: 1024) else { return nil }
        let name = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    /// Switches a context on; nil switches it off.
    ///
    /// - Throws: STORAGE_003 if its file cannot be written.
    package func setCurrentContext(_ name: String?) throws(RedoError) {
        try failing(.writeFailed, "the context cannot be kept") { () throws(SystemError) in
            guard let name else {
                strike(record: contextFile.name)
                return try contextFile.removeIfPresent()
            }
            try contextFile.replace(with: Array("\(name)\n".utf8).span, mode: 0o644)
            note(record: contextFile.name)
        }
    }
}

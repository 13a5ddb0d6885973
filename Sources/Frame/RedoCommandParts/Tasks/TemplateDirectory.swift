import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

/// The user's templates: files `templates/NAME.json` beside the configuration, which all stores share.
package struct TemplateDirectory {
    private let path: String

    private static let suffix = ".json"
    private static let maximumByteCount = 1 << 20

    package init(_ context: borrowing CommandContext) throws(RedoError) {
        path = Path.join(try context.home.configurationDirectory(), "templates")
    }

    func file(of name: String) -> String { Path.join(path, name + Self.suffix) }

    /// The names of all templates, sorted.
    package func names() throws(RedoError) -> [String] {
        do throws(SystemError) {
            return try Files.names(in: path).filter { $0.hasSuffix(Self.suffix) }
                .map { String($0.dropLast(Self.suffix.count)) }.filter(Self.isName).sorted()
        } catch {
            if error.isNotFound { return [] }
            throw RedoError(.notFound, "the templates cannot be listed", cause: error)
        }
    }

    /// A name that a template can have.
    ///
    /// - Throws: wrong usage for another one.
    package static func checked(_ name: String) throws(RedoError) -> String {
        guard isName(name) else {
            throw .usage(
                "not a name of a template: '\(name.printable)'",
                hints: ["letters, digits, '-', '_' and dots, a letter or digit first, at most 64"])
        }
        return name
    }

    private static func isName(_ name: String) -> Bool {
        func isWord(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        }
        guard let first = name.utf8.first, isWord(first), name.utf8.count <= 64 else {
            return false
        }
        return name.utf8.allSatisfy { isWord($0) || [0x2D, 0x2E, 0x5F].contains($0) }
    }

    /// The text of a template; nil if there is none.
    package func text(of name: String) throws(RedoError) -> [UInt8]? {
        let path = file(of: name)
        do throws(SystemError) {
            return try Files.read(path, limit: Self.maximumByteCount)
        } catch {
            if error.isNotFound { return nil }
            throw RedoError(.notFound, "the template '\(name)' cannot be read", cause: error)
        }
    }

    /// The text of a template that has to be there.
    ///
    /// - Throws: NAME_001 if it is not.
    package func existing(_ name: String) throws(RedoError) -> [UInt8] {
        if let text = try text(of: Self.checked(name)) { return text }
        let known = try names()
        throw RedoError(
            .unknownName, "there is no template '\(name)'",
            hints: [
                known.isEmpty
                    ? "'redo template add \(name) <task>...' creates one"
                    : "there \(known.count == 1 ? "is" : "are") \(known.joined(separator: ", "))"
            ])
    }

    package func write(_ bytes: [UInt8], as name: String) throws(RedoError) {
        do throws(SystemError) {
            try Files.makeDirectories(path, mode: 0o700)
            try Files.replace(file(of: name), with: bytes.span, mode: 0o600)
        } catch {
            throw RedoError(.writeFailed, "the template '\(name)' cannot be written", cause: error)
        }
    }

    package func remove(_ name: String) throws(RedoError) {
        do throws(SystemError) {
            try Files.remove(file(of: name))
        } catch {
            throw RedoError(.writeFailed, "the template '\(name)' cannot be deleted", cause: error)
        }
    }
}

import RedoCommandLine
import RedoSystem

/// The kind of a remote, which the start of its URL says. It names the program that speaks with such remotes:
/// `redo-remote-git`.
package struct RemoteScheme: Hashable, Sendable {
    package let name: String

    /// Paths, and all URLs that git knows.
    package static let git = RemoteScheme(name: "git")
    package static let firestore = RemoteScheme(name: "firestore")
    package static let folder = RemoteScheme(name: "folder")
    package static let store = RemoteScheme(name: "store")

    /// What stands before the first colon of URLs that git knows.
    private static let gitWords: Set = [
        "file", "git", "git+ssh", "http", "https", "ssh", "ssh+git",
    ]

    private init(name: String) { self.name = name }

    /// The scheme of a URL: the word before its first colon if the suite knows that or has a program for it,
    /// else git. `HOST:PATH` belongs to git unless there is a program `redo-remote-HOST`.
    package init(of url: String) {
        let word = url.prefix { $0 != ":" }
        let rest = url.dropFirst(word.count)
        let scheme = RemoteScheme(name: String(word))
        // An address `X::Y` would have git run a program, and is refused.
        let mayBeForeign = !rest.isEmpty && !rest.hasPrefix("::")
        let isKnown = !rest.isEmpty && scheme.kind != nil
        self = isKnown || mayBeForeign && scheme.isForeign ? scheme : .git
    }

    /// Whether the suite's folder has a program for a word that git does not know.
    private var isForeign: Bool {
        guard Self.isWord(name), !Self.gitWords.contains(name), let path = try? programPath else {
            return false
        }
        return Files.isExecutable(path)
    }

    /// What the suite knows of such remotes without their program; nil if it knows nothing.
    package var kind: RemoteKind? { RemoteKind.all[name] }

    /// Whether a text is a scheme in lower case (RFC 3986, section 3.1).
    private static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return text.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
        }
    }
}

extension ConfiguredRemote {
    package var scheme: RemoteScheme { RemoteScheme(of: url) }
}

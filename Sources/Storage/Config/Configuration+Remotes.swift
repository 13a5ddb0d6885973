import RedoSystem

extension LayeredConfiguration {
    /// The section of remotes, each a subsection.
    package static let remoteSection = "remote"
    /// The name of a remote that was added without one.
    package static let usualRemote = "origin"

    /// The addresses of remotes, by name.
    package var remotes: [String: String] {
        var urls: [String: String] = [:]
        for entry in layers.flatMap(\.entries)
        where entry.name.section == Self.remoteSection && entry.name.key == "url" {
            if let name = entry.name.subsection, let url = entry.value { urls[name] = url }
        }
        return urls
    }

    /// Whether `remote.NAME.encrypted` says that what goes to a remote is encrypted; nil if it says nothing.
    ///
    /// - Throws: wrong usage for a value that is not a boolean.
    package func isEncrypted(remote name: String) throws(RedoError) -> Bool? {
        try boolean("encrypted", ofRemote: name)
    }

    /// What `remote.NAME.genesis` says; nil if nothing.
    package func genesis(ofRemote name: String) -> String? {
        values("\(Self.remoteSection).\(name).genesis").last
    }

    /// The remote of commands that are not told one: `sync.remote`, else `origin`, else the only one; nil
    /// where none is chosen.
    package var chosenRemote: String? {
        if let name = value(.remote) { return name }
        let remotes = remotes
        if remotes[Self.usualRemote] != nil { return Self.usualRemote }
        return remotes.count == 1 ? remotes.first?.key : nil
    }
}

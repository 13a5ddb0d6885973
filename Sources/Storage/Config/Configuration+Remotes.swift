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

    /// Whether `remote.NAME.encrypted` requests encryption of what is sent to a remote; nil if it is not set.
    ///
    /// - Throws: wrong usage for a value that is not a boolean.
    package func isEncrypted(remote name: String) throws(RedoError) -> Bool? {
        try boolean("encrypted", ofRemote: name)
    }

    /// The value of `remote.NAME.genesis`; nil if it is not set.
    package func genesis(ofRemote name: String) -> String? {
        values("\(Self.remoteSection).\(name).genesis").last
    }

    /// The remote of commands that name none: `sync.remote`, else `origin`, else the only one; nil if none of these
    /// applies.
    package var chosenRemote: String? {
        if let name = value(.remote) { return name }
        let remotes = remotes
        if remotes[Self.usualRemote] != nil { return Self.usualRemote }
        return remotes.count == 1 ? remotes.first?.key : nil
    }
}

import RedoCommandLine

/// All pages of the manual: one for each command, and the others.
package struct ManualIndex: Sendable {
    let groups: [CommandSuite.Group]

    package init(_ suite: CommandSuite) { groups = suite.groups }

    /// The names of all pages' files.
    package var files: [String] {
        groups.flatMap(\.specifications).map { "redo-\($0.name).1" }
            + ["redo.1"] + Guide.all.map(\.file)
    }

    /// References to other pages, sorted by section and name.
    func references(_ names: [String]) throws(ManualError) -> [String] {
        var pages: [(section: Int, name: String)] = []
        for name in names {
            let file = name.hasPrefix("redo") ? name : "redo-\(name)"
            guard let page = page(file) ?? page("\(file).1") ?? foreign(name) else {
                throw ManualError("@see names '\(name)', which is not a page")
            }
            pages.append(page)
        }
        pages.sort { ($0.section, $0.name) < ($1.section, $1.name) }
        return pages.enumerated().map { index, page in
            ".Xr \(page.name) \(page.section)\(index < pages.count - 1 ? " ," : "")"
        }
    }

    private func page(_ file: String) -> (section: Int, name: String)? {
        guard files.contains(file) else { return nil }
        return parts(file)
    }

    /// A page of another program: `git.1`.
    private func foreign(_ name: String) -> (section: Int, name: String)? {
        name.contains(".") ? parts(name) : nil
    }

    private func parts(_ file: String) -> (section: Int, name: String)? {
        guard let dot = file.lastIndex(of: "."), let section = Int(file[file.index(after: dot)...])
        else { return nil }
        return (section, String(file[..<dot]))
    }

    /// The commands as lists, one for each group.
    var commandList: [String] {
        groups.flatMap { group in
            [".Ss \(group.title.prefix(1).uppercased())\(group.title.dropFirst())"]
                + list(group.specifications.map { ("redo-\($0.name)", 1, "\($0.summary).") })
        }
    }

    var guideList: [String] {
        list(Guide.all.map { ("redo-\($0.name)", $0.section, "\($0.summary).") })
    }

    private func list(_ pages: [(name: String, section: Int, text: String)]) -> [String] {
        [".Bl -tag -width Ds -compact"]
            + pages.flatMap { [".It Xr \($0.name) \($0.section)", Mdoc.escaped($0.text)] } + [".El"]
    }
}

extension Guide {
    /// The name of the page's file.
    package var file: String { "redo-\(name).\(section)" }
}

import RedoSystem

/// A page of the manual, as a file in mdoc.
package struct ManualPage: Sendable {
    package let path: String

    /// Finds a page by its name, `redo-log`: under the prefix that the suite is installed in, else in
    /// the source tree that it was built in.
    ///
    /// - Returns: nil if there is no such page.
    package init?(named name: String) {
        guard let executable = try? Program.executablePath() else { return nil }
        for directory in Self.directories(executable: executable) {
            for section in ["1", "5", "7"] {
                // A package of a distribution has its pages compressed.
                for file in ["\(name).\(section)", "\(name).\(section).gz"] {
                    let path = Path.join(directory.isInstalled ? "man\(section)" : "", file)
                    if Files.isReadable(Path.join(directory.path, path)) {
                        self.path = Path.join(directory.path, path)
                        return
                    }
                }
            }
        }
        return nil
    }

    /// The possible directories of the manual, by an executable: `PREFIX/share/man` for `PREFIX/bin/redo` and
    /// `PREFIX/libexec/redo/redo-log`, and `man` beside a folder `.build`.
    static func directories(executable: String) -> [(path: String, isInstalled: Bool)] {
        let directory = Path.parent(of: executable)
        let above = Path.parent(of: directory)
        var directories = [above, Path.parent(of: above)].map {
            (path: Path.join($0, "share/man"), isInstalled: true)
        }
        var build = directory
        while build != "/", !build.isEmpty {
            if Path.name(of: build) == ".build" {
                directories.append((Path.join(Path.parent(of: build), "man"), false))
                break
            }
            build = Path.parent(of: build)
        }
        return directories
    }

    /// The line that says why there is a short help in the place of a page.
    static func hint(_ page: ManualPage?) -> String {
        guard let page else { return "hint: the manual is not installed; this is the short help\n" }
        return
            "hint: 'apt-get install man-db' or 'mandoc' shows the manual page: \(page.path)\n"
    }
}

extension CommandContext {
    /// Shows a page: on a terminal by the program man, which has a pager; else as plain text.
    ///
    /// - Returns: whether there is a program that can show it.
    package mutating func show(_ page: ManualPage) throws(RedoError) -> Bool {
        if surroundings.hasTerminalOutput, let man = program("man") {
            if let pager = Environment.value(of: "REDO_PAGER") {
                Environment.set("MANPAGER", to: pager)
            }
            try failing(.notFound, "the manual page cannot be shown") { () throws(SystemError) in
                try Program.replace(with: man, arguments: ["man", "-l", page.path])
            }
        }
        guard let text = plainText(of: page) else { return false }
        startPager()
        try print(text)
        return true
    }

    /// The page as text for 80 columns, without bold and underlined letters.
    private func plainText(of page: ManualPage) -> String? {
        let plain = ["MANPAGER": "cat", "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""]
        for (name, arguments) in [("mandoc", ["-T", "utf8"]), ("man", ["-l"])] {
            guard let path = program(name),
                let bytes = output(of: path, arguments + [page.path], environment: plain),
                !bytes.isEmpty
            else { continue }
            return withoutOverstrikes(String(decoding: bytes, as: UTF8.self))
        }
        return nil
    }

    /// The output of a program; nil if it cannot be run, or fails.
    private func output(
        of path: String, _ arguments: [String], environment: [String: String]
    ) -> [UInt8]? {
        do {
            let process = try ChildProcess(
                path, arguments: arguments, environment: environment, errors: .captured,
                isGroupLeader: false)
            process.endInput()
            var bytes: [UInt8] = []
            while try process.read(atMost: 1 << 16, into: &bytes, within: 30) > 0 {}
            return process.finish(within: 30) == 0 ? bytes : nil
        } catch {
            return nil
        }
    }

    /// Finds a program in the absolute folders of PATH.
    private func program(_ name: String) -> String? {
        Environment.searchPath.map { Path.join($0, name) }.first { Files.isExecutable($0) }
    }
}

/// A text as it is shown: printers write a letter twice for bold, and over a line for underlined.
func withoutOverstrikes(_ text: String) -> String {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
        if scalar == "\u{08}" { _ = scalars.popLast() } else { scalars.append(scalar) }
    }
    var plain = String.UnicodeScalarView()
    plain.append(contentsOf: scalars)
    return String(plain)
}

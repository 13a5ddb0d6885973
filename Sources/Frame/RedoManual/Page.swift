import RedoCommandLine
import RedoSystem

/// A page of the manual: what a source says, and what the specification of a command knows.
package struct Page {
    private let index: ManualIndex
    private let source: PageSource

    /// - Parameter name: of the page's file, `redo-log.1`.
    package init(_ index: ManualIndex, source text: String, name: String) throws(ManualError) {
        self.index = index
        source = try PageSource(text, name: name)
    }

    /// The page of a command.
    ///
    /// - Parameter isForPrograms: whether scripts may rely on what it prints (docs/stability.md).
    package func text(
        of command: CommandSpecification, isForPrograms: Bool = false
    ) throws(ManualError) -> String {
        var lines = head("redo-\(command.name)", 1, command.summary)
        lines += [".Sh SYNOPSIS"] + synopsis(command)
        guard let description = source.section("DESCRIPTION") else {
            throw ManualError("\(source.name): there is no DESCRIPTION")
        }
        lines += [".Sh DESCRIPTION"] + (try PageSource.mdoc(description.lines, index))
        lines += try options(command)
        guard source.section("EXIT STATUS") == nil else {
            throw ManualError("\(source.name): EXIT STATUS is made from the command's statuses")
        }
        let others = source.sections.filter { !["DESCRIPTION", "OPTIONS"].contains($0.title) }
        // mandoc wants it after files and before examples.
        let end = others.firstIndex { $0.title == "EXAMPLES" } ?? 0
        lines += try text(of: others[..<end]) + exitStatus(command)
        if isForPrograms {
            lines += [
                ".Pp",
                "Scripts may rely on these statuses and on what is printed on standard output: later",
                "versions keep both.", "Standard error is for people.",
            ]
        }
        lines += try text(of: others[end...])
        return lines.joined(separator: "\n") + "\n"
    }

    /// A page about no command.
    package func text(of guide: Guide) throws(ManualError) -> String {
        try text("redo-\(guide.name)", guide.section, guide.summary)
    }

    /// The page of the suite, `redo.1`.
    package func textOfSuite() throws(ManualError) -> String {
        try text("redo", 1, "Tasks as a signed log, in the manner of git")
    }

    private func text(
        _ name: String, _ section: Int, _ summary: String
    ) throws(ManualError) -> String {
        var lines = head(name, section, summary)
        lines += try text(of: source.sections[...])
        return lines.joined(separator: "\n") + "\n"
    }

    private func text(
        of sections: ArraySlice<PageSource.Section>
    ) throws(ManualError) -> [String] {
        var lines: [String] = []
        for section in sections {
            lines += [".Sh \(section.title)"] + (try PageSource.mdoc(section.lines, index))
        }
        return lines
    }

    private func head(_ name: String, _ section: Int, _ summary: String) -> [String] {
        let summary = summary.prefix(1).lowercased() + summary.dropFirst()
        return [
            ".\\\" Made by 'make manual' from man/src/\(source.name): change that file.",
            ".Dd \(source.date)",
            // groff calls every manual that of BSD unless it is told another name before .Dt.
            ".ds doc-volume-operating-system redo",
            ".Dt \(name.uppercased()) \(section)", ".Os redo \(Version.text)",
            ".Sh NAME", ".Nm \(name)", ".Nd \(Mdoc.escaped(summary))",
        ]
    }

    /// The meanings of the exit statuses of the command.
    private func exitStatus(_ command: CommandSpecification) -> [String] {
        var lines = [".Sh EXIT STATUS", ".Bl -tag -width Ds -compact"]
        for (status, text) in command.statuses.meanings {
            lines += [
                ".It \(status.rawValue)",
                Mdoc.text(text.prefix(1).uppercased() + text.dropFirst() + "."),
            ]
        }
        return lines + [".El", ".Pp", "If several apply, the highest counts; see", ".Xr redo 1 ."]
    }

    // MARK: Synopsis

    /// The forms of a command. Where there are several, which options go with which is for DESCRIPTION.
    private func synopsis(_ command: CommandSpecification) -> [String] {
        let name = ".Nm \"redo \(command.name)\""
        if command.operands.count > 1 {
            let options = command.options.isEmpty ? [] : [".Op Ar options"]
            return command.operands.flatMap { [name] + options + [Mdoc.operands($0.text)] }
        }
        return [name] + command.options.map { ".Op \(form($0))" }
            + command.operands.map { Mdoc.operands($0.text) }
    }

    /// An option in a synopsis: `Fl n Ar count`.
    private func form(_ option: OptionSpecification) -> String {
        if let letter = option.letter {
            return "Fl \(letter)" + (option.valueName.map { " Ar \(Mdoc.escaped($0))" } ?? "")
        }
        return long(option)
    }

    private func long(_ option: OptionSpecification) -> String {
        let name = "Fl \\-\(option.isNegatable ? "[no\\-]" : "")\(Mdoc.escaped(option.name))"
        guard let value = option.valueName.map({ Mdoc.escaped($0) }) else { return name }
        return name + (option.isValueOptional ? " Ns Oo = Ar \(value) Oc" : " Ns = Ns Ar \(value)")
    }

    // MARK: Options

    private func options(_ command: CommandSpecification) throws(ManualError) -> [String] {
        var notes = try source.optionNotes()
        var lines = [".Sh OPTIONS", ".Bl -tag -width Ds"]
        for option in command.allOptions {
            let letter = option.letter.map { value in "Fl \(value) , " } ?? ""
            lines.append(".It \(letter)\(long(option))")
            lines.append(sentence(option.summary))
            lines += try PageSource.mdoc(notes.removeValue(forKey: option.name) ?? [], index)
        }
        if let name = notes.keys.min() {
            throw ManualError("\(source.name): the command has no option --\(name)")
        }
        return lines + [".El"]
    }

    /// A summary as a sentence.
    private func sentence(_ summary: String) -> String {
        // Summaries have semicolons, and no full stops.
        Mdoc.escaped(summary.prefix(1).uppercased() + summary.dropFirst()) + "."
    }
}

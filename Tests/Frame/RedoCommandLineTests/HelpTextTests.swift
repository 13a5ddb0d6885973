import RedoCommands
import Testing

@testable import RedoCommandLine

/// The help of every command fits a terminal of 80 columns, and has all options but those for experts.
@Suite struct HelpTextTests {
    static let commands = Suite.commands.specifications

    static func help(_ specification: CommandSpecification) -> [Substring] {
        Help(specification: specification).text.split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    @Test(arguments: commands.map(\.name))
    func noLineIsLongerThan80Columns(_ name: String) throws {
        for line in Self.help(try Self.specification(name)) {
            #expect(displayWidth(String(line)) <= 80, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    static func specification(_ name: String) throws -> CommandSpecification {
        try #require(commands.first { $0.name == name })
    }

    @Test(arguments: commands.map(\.name))
    func everythingIsSaid(_ name: String) throws {
        let specification = try Self.specification(name)
        let lines = Self.help(specification)
        let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains(specification.summary + "."))
        for option in specification.allOptions where !option.isExpert {
            #expect(words.contains("--\(option.isNegatable ? "[no-]" : "")\(option.name)"))
            #expect(words.contains(option.summary))
            if let letter = option.letter { #expect(words.contains("-\(letter), --")) }
            if let value = option.valueName { #expect(words.contains("\(option.name) <\(value)>")) }
        }
        for operand in specification.operands { #expect(words.contains(operand.text)) }
    }

    @Test(arguments: commands.map(\.name))
    func optionsForExpertsAreBehindTheLongHelp(_ name: String) throws {
        let specification = try Self.specification(name)
        // Its usage has them all.
        let names = Self.help(specification).compactMap { line in
            let words = line.split(separator: " ")
            return words.first?.hasPrefix("-") == true
                ? words.first { $0.hasPrefix("--") } : nil
        }
        let hidden = specification.options.filter(\.isExpert)
        for option in hidden {
            #expect(!names.contains("--\(option.isNegatable ? "[no-]" : "")\(option.name)"))
        }
        let last = Self.help(specification).dropLast().last ?? ""
        #expect(last.hasPrefix("'redo \(name) --help' shows ") == !hidden.isEmpty)
        // Something is left for everyone, unless all that there is are the ids of a list.
        let ofLists = Set(IDListing.options.map(\.name))
        #expect(
            specification.options.allSatisfy { ofLists.contains($0.name) }
                || hidden.count < specification.options.count)
    }

    @Test(arguments: commands.map(\.name))
    func summariesAreOneSentenceWithoutAFullStop(_ name: String) throws {
        let specification = try Self.specification(name)
        let texts = [specification.summary] + specification.allOptions.map(\.summary)
        for text in texts {
            #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("\n"), "\(text)")
        }
        #expect(specification.summary.first?.isUppercase == true)
    }

    @Test(arguments: commands.map(\.name))
    func optionsHaveDifferentNamesAndLetters(_ name: String) throws {
        let options = try Self.specification(name).allOptions
        let names = options.flatMap { $0.isNegatable ? [$0.name, "no-\($0.name)"] : [$0.name] }
        #expect(Set(names).count == names.count)
        let letters = options.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
    }

    @Test func aCommandIsLaidOutLikeThis() {
        let command = CommandSpecification(
            "try",
            "Try things, with a summary that is so long that it does not fit one line of a terminal",
            operands: [.value("a"), .optional(.repeated(.value("b")))],
            options: [
                .flag("all", letter: "a", isNegatable: true, "everything"),
                .value(
                    "a-rather-long-name", takes: "value",
                    "an option whose name needs a line of its own"),
                .flag("rare", isExpert: true, "something that few people need"),
            ])
        #expect(
            Help(specification: command).text == """
                usage: redo try [<options>] <a>
                   or: redo try [<options>] [<b>...]

                Try things, with a summary that is so long that it does not fit one line of a
                terminal.

                    -a, --[no-]all          everything
                    --a-rather-long-name <value>
                                            an option whose name needs a line of its own

                    --redo-dir <dir>        use this store instead of the one that is found
                    -h, --help              -h shows this summary, --help the manual page
                    --version               show the version

                'redo try --help' shows 1 more option.

                """)
    }
}

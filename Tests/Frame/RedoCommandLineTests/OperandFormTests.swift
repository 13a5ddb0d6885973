import RedoCommandLine
import Testing

/// What a form of operands says to usage lines, the parser and completions.
@Suite struct OperandFormTests {
    static let path = OptionSpecification.value("path", takes: .directory, "a folder")
    static let remove = OptionSpecification.flag("remove", letter: "r", "remove it")
    static let body = OptionSpecification.flag("body", "print the body")

    static let forms: [(form: OperandForm, text: String, count: ClosedRange<Int>)] = [
        (.value("title"), "<title>", 1...1),
        (.repeated(.value(.task)), "<task>...", 1...Int.max),
        (.optional(.repeated(.value(.task))), "[<task>...]", 0...Int.max),
        (
            .repeated(.optional(.nodeOrRange)), "[<node> | <node>..<node>]...", 0...Int.max
        ),
        (.repeated(.nodeOrRange), "(<node> | <node>..<node>)...", 1...Int.max),
        ([.value(.node), .repeated(.value(.node))], "<node> <node>...", 2...Int.max),
        (.optional([.value(.remote), .optional(.value("x"))]), "[<remote> [<x>]]", 0...2),
        (["add", .value("name"), .value(.url)], "add <name> <url>", 3...3),
        ([.option(remove), .value(.author)], "--remove <author>", 1...1),
        (.option(path), "--path <dir>", 0...0),
        (
            [.anyOf([.letter(remove), .letter(body)]), .value(.node)], "(-r | --body) <node>", 1...1
        ),
    ]

    @Test(arguments: forms.indices)
    func aFormIsWrittenAndCounted(_ index: Int) {
        let (form, text, count) = Self.forms[index]
        #expect(form.text == text)
        #expect(form.count == count)
    }

    @Test func completionsKnowWhatAFormNames() {
        let form: OperandForm = ["use", .optional(.repeated(.value(.user)))]
        #expect(form.firstWord == "use")
        #expect(form.kinds == [.name(.user)])
        #expect(form.isRepeated)
        let option: OperandForm = [.option(Self.path), .value(.file)]
        #expect(option.firstWord == nil && option.kinds == [.file] && !option.isRepeated)
        #expect(OperandForm.repeated(.optional(.nodeOrRange)).kinds == [.name(.node)])
    }

    @Test func aSpecificationTakesWhatAnyOfItsFormsTakes() {
        let command = CommandSpecification(
            "try", "Try", operands: ["list", ["add", .value("name"), .value(.url)]])
        #expect(command.operandCount == 1...3)
        #expect(CommandSpecification("try", "Try").operandCount == 0...0)
        #expect(
            CommandSpecification("try", "Try", operands: [.value(.file)], operandCount: 0...9)
                .operandCount == 0...9)
    }
}

import RedoCommands
import RedoExchange
import RedoSystem
import Testing

@testable import RedoCommandLine

/// Which words of a command line are paths, whose bytes are kept, and which are texts, which are UTF-8.
@Suite struct PathArgumentTests {
    private static let bytes = SystemText.text([0x6F, 0xFF])

    /// The operands of a form with all its optional parts, each with what it can be; nil for a word.
    private static func operands(_ form: OperandForm) -> [(word: String, kind: OperandKind?)] {
        switch form {
        case .value(let placeholder), .range(let placeholder): [("x", placeholder.kind)]
        case .word(let word): [(word, nil)]
        case .input: [("-", nil)]
        case .option, .letter: []
        case .sequence(let parts): parts.flatMap(operands)
        case .optional(let form), .repeated(let form): operands(form)
        case .anyOf(let forms): forms.first.map(operands) ?? []
        }
    }

    @Test func everyOperandIsWhatItsFormSays() {
        var pathCount = 0
        for command in Suite.commands.specifications {
            for form in command.operands {
                let operands = Self.operands(form)
                for (index, operand) in operands.enumerated() {
                    guard let kind = operand.kind else { continue }
                    let isPath = command.takesPath(at: index, of: operands.map(\.word))
                    #expect(isPath == kind.isPath, "\(command.name): \(form.text), \(index)")
                    if isPath { pathCount += 1 }
                }
            }
        }
        #expect(pathCount >= 10)
    }

    @Test func everyValueOfAnOptionIsWhatItsSpecificationSays() {
        var pathCount = 0
        for command in Suite.commands.specifications {
            for option in command.allOptions where option.value != nil {
                var message = ""
                do throws(RedoError) {
                    // An optional value is a part of its word.
                    let words =
                        option.isValueOptional
                        ? ["--\(option.name)=\(Self.bytes)"] : ["--\(option.name)", Self.bytes]
                    _ = try Arguments(parsing: words, for: command)
                } catch {
                    message = error.message
                }
                let isPath = option.value?.kind.isPath ?? false
                #expect(
                    message.hasPrefix("--\(option.name) is not UTF-8: the byte at offset 1 is 0xff")
                        != isPath,
                    "\(command.name) --\(option.name): \(message)")
                if isPath { pathCount += 1 }
            }
        }
        #expect(pathCount > Suite.commands.specifications.count)
    }

    @Test func anOperandOfSeveralFormsIsReadByItsFirstWord() throws {
        let command = CommandSpecification(
            "try", "Try things",
            operands: [["add", .value("name"), .value(.url)], ["import", .value(.file)]])
        let added = try Arguments(parsing: ["add", "é", Self.bytes], for: command)
        #expect(SystemText.bytes(of: added.operands[2]) == [0x6F, 0xFF])
        #expect(
            try Arguments(parsing: ["import", Self.bytes], for: command).operands.last == Self.bytes
        )
        #expect(throws: RedoError.self) {
            try Arguments(parsing: ["add", Self.bytes, "x"], for: command)
        }
    }

    /// A text has the characters that were typed, also those that stand for bytes in paths.
    @Test func aTextIsWhatWasTyped() throws {
        let command = CommandSpecification("try", "Try things", operands: [.value("title")])
        let typed = SystemText.text(written: "a\u{10FEFF}")
        #expect(try Arguments(parsing: [typed], for: command).operands == ["a\u{10FEFF}"])
    }
}

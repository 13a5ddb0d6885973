import RedoSystem
import Testing

@testable import RedoCommandLine

/// Taking a command line apart, as GNU's programs do.
@Suite struct ArgumentsTests {
    static let all = OptionSpecification.flag("all", letter: "a", "everything")
    static let quiet = OptionSpecification.flag("quiet", letter: "q", isNegatable: true, "nothing")
    static let limit = OptionSpecification.value("limit", letter: "n", takes: "count", "how many")
    static let lines = OptionSpecification.value("lines", takes: "count", "how long")
    static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true, "a tag")

    static let command = CommandSpecification(
        "try", "Try things", operands: [.optional(.repeated(.value(.file)))],
        operandCount: 0...3,
        options: [all, quiet, limit, lines, tag])

    func parse(_ words: String...) throws(RedoError) -> Arguments {
        try Arguments(parsing: words, for: Self.command)
    }

    func refusal(_ words: String..., in command: CommandSpecification = command) -> String? {
        do throws(RedoError) {
            _ = try Arguments(parsing: words, for: command)
            return nil
        } catch {
            #expect(error.status == .wrongUsage)
            return error.message
        }
    }

    @Test func operandsAndOptionsMayBeMixed() throws {
        let arguments = try parse("one", "-a", "two", "--limit", "3", "three")
        #expect(arguments.operands == ["one", "two", "three"])
        #expect(arguments.has(Self.all))
        #expect(arguments.value(Self.limit) == "3")
    }

    @Test func twoHyphensEndTheOptions() throws {
        let arguments = try parse("-a", "--", "--limit", "--", "-q")
        #expect(arguments.operands == ["--limit", "--", "-q"])
        #expect(!arguments.has(Self.quiet))
    }

    @Test func aHyphenAloneIsAnOperand() throws {
        #expect(try parse("-").operands == ["-"])
    }

    @Test func anEmptyWordIsAnOperand() throws {
        #expect(try parse("").operands == [""])
    }

    @Test(arguments: [
        ["--limit=3"], ["--limit", "3"], ["-n3"], ["-n", "3"], ["--lim", "3"], ["--lim=3"],
        ["-an3"],
        ["-aqn", "3"],
    ])
    func aValueStandsBesideOrBehindItsOption(_ words: [String]) throws {
        #expect(try Arguments(parsing: words, for: Self.command).value(Self.limit) == "3")
    }

    @Test(arguments: [
        ("--limit=", ""), ("--limit=a=b", "a=b"), ("-n=3", "=3"), ("--limit=--all", "--all"),
    ])
    func aValueMayBeAnyText(_ word: String, _ value: String) throws {
        #expect(try parse(word).value(Self.limit) == value)
    }

    @Test func aWordAfterAnOptionIsItsValueWhateverItLooksLike() throws {
        #expect(try parse("--limit", "-a").value(Self.limit) == "-a")
        #expect(try parse("-n", "--").value(Self.limit) == "--")
    }

    @Test func lettersMayBeJoined() throws {
        let arguments = try parse("-aqtx")
        #expect(arguments.has(Self.all) && arguments.has(Self.quiet))
        #expect(arguments.values(Self.tag) == ["x"])
    }

    @Test func aRepeatableOptionKeepsItsOrder() throws {
        #expect(try parse("-t", "b", "--tag=a", "-tb").values(Self.tag) == ["b", "a", "b"])
    }

    @Test func theLastOfAFlagAndItsNegationCounts() throws {
        #expect(try parse("--quiet", "--no-quiet").setting(Self.quiet) == false)
        #expect(try parse("--no-quiet", "-q").setting(Self.quiet) == true)
        #expect(try parse().setting(Self.quiet) == nil)
        #expect(try !parse("-q", "--no-q").has(Self.quiet))
    }

    @Test func anExactNameComesBeforeLongerOnes() throws {
        let line = OptionSpecification.flag("line", "one")
        let command = CommandSpecification("try", "Try", options: [Self.lines, line])
        let arguments = try Arguments(parsing: ["--line"], for: command)
        #expect(arguments.has(line) && arguments.value(Self.lines) == nil)
    }

    @Test func wrongUsageIsExplained() {
        #expect(refusal("--nonsense") == "unknown option: --nonsense")
        #expect(refusal("-x") == "unknown option: -x")
        #expect(refusal("-ax") == "unknown option: -x")
        #expect(refusal("--li") == "--li could be --limit or --lines")
        #expect(refusal("--limit") == "--limit needs a value")
        #expect(refusal("-n") == "-n needs a value")
        #expect(refusal("-an") == "-n needs a value")
        #expect(refusal("--all=yes") == "--all takes no value")
        #expect(refusal("--no-quiet=yes") == "--quiet takes no value")
        #expect(refusal("--no-all") == "unknown option: --no-all")
        #expect(refusal("--limit=1", "-n2") == "--limit is given twice")
        #expect(refusal("1", "2", "3", "4") == "unexpected argument '4'")
    }

    @Test func aMissingOperandIsNamed() {
        let command = CommandSpecification(
            "try", "Try", operands: [.value(.file)])
        #expect(refusal(in: command) == "an operand is missing: <file>")
    }

    @Test func helpAndVersionNeedNoOperands() throws {
        let command = CommandSpecification("try", "Try", operands: [.value(.file)])
        for word in ["-h", "--help", "--version", "--vers"] {
            #expect(throws: Never.self) { try Arguments(parsing: [word], for: command) }
        }
    }

    @Test(arguments: [("0", 0), ("007", 7), ("9223372036854775807", Int.max)])
    func aCountIsRead(_ text: String, _ expected: Int) throws {
        #expect(try parse("-n", text).count(Self.limit) == expected)
    }

    @Test(arguments: ["", "-1", "1.5", "x", " 1", "0x1", "9223372036854775808"])
    func whatIsNoCountIsWrongUsage(_ text: String) throws {
        let arguments = try parse("-n", text)
        let error = #expect(throws: RedoError.self) { try arguments.count(Self.limit) }
        #expect(error?.status == .wrongUsage)
        #expect(error?.message == "--limit takes a number, not '\(text)'")
    }
}

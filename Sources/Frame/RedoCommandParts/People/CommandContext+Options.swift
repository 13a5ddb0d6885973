import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoSystem

extension CommandContext {
    package mutating func decide(
        _ repository: Repository, _ log: Log, revoking keys: [PublicKey] = [],
        yes: OptionSpecification, refusal: (VoidReason) -> RedoError? = { _ in nil },
        _ body: (inout TaskWriter) throws(RedoError) -> (nodes: [Node], text: String)
    ) throws(RedoError) -> ExitStatus {
        let writer = try TaskWriter.asked(by: self, repository, log)
        return try decide(
            repository, log, writer, revoking: keys, yes: yes, refusal: refusal, body)
    }

    package mutating func decide(
        _ repository: Repository, _ log: Log, _ writer: consuming TaskWriter,
        revoking keys: [PublicKey] = [], yes: OptionSpecification,
        refusal: (VoidReason) -> RedoError? = { _ in nil },
        showing: (inout CommandContext) throws(RedoError) -> Void = { _ in },
        retracting: (borrowing CommandContext) -> Void = { _ in },
        _ body: (inout TaskWriter) throws(RedoError) -> (nodes: [Node], text: String)
    ) throws(RedoError) -> ExitStatus {
        try decide(
            repository, log, writer, revoking: keys, by: WritingRequest(arguments),
            isUnasked: arguments.has(yes), refusal: refusal, showing: showing,
            retracting: retracting, body)
    }

    package func hasCompared(
        _ compared: ComparedWords, or other: (words: ComparedWords, when: String)? = nil,
        words: OptionSpecification, yes: OptionSpecification,
        _ question: String, otherwise refusal: (_ shown: String) -> RedoError
    ) throws(RedoError) -> Bool {
        try hasCompared(
            compared, or: other, by: WordComparison(arguments, words: words, yes: yes), question,
            otherwise: refusal)
    }
}

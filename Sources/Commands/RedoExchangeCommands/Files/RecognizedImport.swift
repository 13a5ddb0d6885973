import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoStore
import RedoSystem

/// An import of files whose contents say what they are: nodes, or tasks of another program.
struct RecognizedImport {
    private let nodes: NodeImport
    private let tasks: TaskImport
    private let paths: [String]
    /// An option that only tasks have.
    private let taskOption: OptionSpecification?

    init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskImport(from: nil, arguments)
        nodes = NodeImport()
        paths = arguments.operands.isEmpty ? ["-"] : arguments.operands
        taskOption = TaskImport.options.first(where: arguments.has)
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.hasStore() ? context.openStore() : nil
        var contents: [ForeignContents] = []
        for path in paths {
            let input = context.input(path)
            let text = try input.mapped(in: store)
            guard Self.isOfNodes(text) else {
                contents.append(
                    try ForeignContents(of: path, named: input.name, text.bytes.array, context))
                continue
            }
            if let taskOption {
                throw .usage(
                    "--\(taskOption.name) is for tasks of other programs; \(input.name.printable) has none"
                )
            }
            guard paths.count == 1 else {
                throw .usage(
                    "\(input.name.printable) has nodes, which are imported one file at a time")
            }
            guard let store else {
                // The error names the missing store.
                return try nodes.run(text, of: input, to: context.openStore(), &context)
            }
            return try nodes.run(text, of: input, to: store, &context)
        }
        return try tasks.run(recognising: contents, &context)
    }

    /// True if a text is of nodes. What is damaged counts as nodes, whose import names the damage, and so does an empty
    /// text.
    private static func isOfNodes(_ text: MappedFile) -> Bool {
        let start = text.bytes.extracting(first: FormatRecognition.maximumByteCount).array
        let bytes = InterchangeText.utf8(start)
        if let recognition = FormatRecognition(bytes) { return recognition.content == .nodes }
        guard let first = bytes.first(where: { $0 > 0x20 }) else { return true }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}

import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The nodes that a command walks: its operands and options, for `rev-list`, `log`, `graph` and `export`. The names on
/// standard input are operands of a command that reads names.
package struct WalkRequest: Sendable {
    private static let not = OptionSpecification.flag(
        "not", isExpert: true,
        "leave out what the names after it reach, and the reverse for ^<node>")
    package static let all = OptionSpecification.flag("all", "all nodes of the log")
    package static let heads = OptionSpecification.flag(
        "heads", "what the heads of all tasks reach")
    private static let noWalk = OptionSpecification.flag(
        "no-walk", isExpert: true, "only the named nodes, not what they follow")
    private static let ancestryPath = OptionSpecification.flag(
        "ancestry-path", isExpert: true,
        "only nodes between: those that follow a node that is left out")

    /// The options that say where a walk starts.
    package static let options = [not, all, heads, noWalk, ancestryPath]

    package static let constraints: [OptionConstraint] = [.exclusive([noWalk, ancestryPath])]

    private let names: [InputName]
    /// The number of operands that precede each `--not`.
    private let negations: [Int]
    private let isAll: Bool
    private let isOfHeads: Bool
    package let form: NodeWalk.Form

    /// The names and ``options`` of a command.
    package init(_ arguments: Arguments) {
        names = arguments.names
        negations = arguments.operandCounts(before: Self.not)
        isAll = arguments.has(Self.all)
        isOfHeads = arguments.has(Self.heads)
        form =
            arguments.has(Self.noWalk)
            ? .starts : arguments.has(Self.ancestryPath) ? .paths : .ancestors
    }

    /// The walk of a command that has only names.
    package init(_ names: [InputName]) {
        self.names = names
        negations = []
        isAll = false
        isOfHeads = false
        form = .ancestors
    }

    /// True if nothing says where it starts.
    package var isEmpty: Bool { names.isEmpty && !isAll && !isOfHeads }

    /// Where a walk starts, by the names of nodes.
    package struct Starts {
        fileprivate let operands: [WalkOperand]
        fileprivate let isAll: Bool
        fileprivate let isOfHeads: Bool
        fileprivate let form: NodeWalk.Form

        /// True if each node of the log is walked.
        package var isWhole: Bool { isAll && operands.isEmpty && form != .paths }

        /// The walk in a log.
        ///
        /// - Throws: NAME_001 if a name has no meaning, NAME_002 if it has several; wrong usage for `--ancestry-path`
        ///   without a node that is left out.
        package func walk(_ names: NodeNames) throws(RedoError) -> NodeWalk {
            let graph = names.validation.graph
            var starts = try names.starts(of: operands)
            if isAll {
                starts.included += form == .starts ? Array(0..<graph.count) : graph.tips
            }
            if isOfHeads { starts.included += names.validation.heads().flatMap { $0 } }
            if form == .paths, starts.excluded.isEmpty {
                throw .usage("--ancestry-path needs a node that is left out: A..B or ^A")
            }
            return NodeWalk(graph, from: starts, form)
        }
    }

    /// Where the walk starts. A line `--not` of standard input is the option.
    ///
    /// - Parameter isWholeWithoutNames: whether a walk without names is one of all nodes.
    package func starts(isWholeWithoutNames: Bool) -> Starts {
        var operands: [WalkOperand] = []
        var isNegated = false
        var negations = negations[...]
        for (index, name) in names.enumerated() {
            // All options precede the lines of standard input.
            while let next = negations.first, next <= index || name.line != nil {
                isNegated.toggle()
                negations.removeFirst()
            }
            if name.line != nil, name.text == "--\(Self.not.name)" {
                isNegated.toggle()
            } else {
                operands.append(WalkOperand(name, isNegated: isNegated))
            }
        }
        return Starts(
            operands: operands, isAll: isAll || isWholeWithoutNames && isEmpty,
            isOfHeads: isOfHeads, form: form)
    }
}

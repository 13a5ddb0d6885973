import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

/// The hashes of all families, from one reading of the store: what `redo replay --family NAME --hash` prints of each.
struct StateHashes: ParsableCommand {
    static let name = "hashes"
    static let specification = CommandSpecification(name, "Print the state hash of each family")

    static func command(_ name: String) -> Command? {
        name == Self.name ? Command(StateHashes.self) : nil
    }

    init(_ arguments: Arguments) {}

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        for family in FamilyName.allCases {
            try context.print("\(family.rawValue) \(Self.hash(of: family, in: repository))\n")
        }
        return .done
    }

    private static func hash(
        of family: FamilyName, in repository: Repository
    ) throws(RedoError) -> String {
        if let reducer = family.reducer { return try hash(reducer, repository) }
        return "\(try repository.state(family == .tasks ? .whole : .authorized).hash)"
    }

    private static func hash<Reducer: FamilyReducer>(
        _ reducer: Reducer.Type, _ repository: Repository
    ) throws(RedoError) -> String { "\(try repository.family(reducer, .authorized).hash)" }
}

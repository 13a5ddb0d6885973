import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

/// The hashes of all families, from one reading of the store: what `redo replay --family NAME --hash` prints of each.
enum StateHashes {
    static let name = "hashes"

    static func command(_ name: String) -> Command? { name == Self.name ? hashes : nil }

    private static let hashes = Command(
        CommandSpecification(name, "Print the state hash of each family")
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        for family in FamilyName.allCases {
            try context.print("\(family.rawValue) \(hash(of: family, in: repository))\n")
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

import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// True if an import declares the custom fields of its files.
struct FieldDeclaration {
    static let option = OptionSpecification.flag(
        "declare", isNegatable: true,
        "declare the custom fields of the files with the types of their values; on a terminal, the default"
    )

    /// Nil for the default.
    private let isRequested: Bool?

    init(_ arguments: Arguments) {
        isRequested = arguments.setting(Self.option)
    }

    /// The types of the custom fields of some files, which are declared or say how to do so.
    func types(
        of files: [ForeignFile], _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> ImportedFieldTypes {
        let types = ImportedFieldTypes(
            of: files, repository.store.configuration.taskFields,
            besideOptions: Self.options(context), try InterchangeSettings(context))
        let isDefault = context.surroundings.hasTerminalOutput
        return isRequested ?? isDefault ? types.declaringAll() : types
    }

    /// The options of the commands in which a field is one as well.
    private static func options(_ context: borrowing CommandContext) -> Set<String> {
        var names: Set<String> = []
        for name in ["add", "edit", "list", "search"] {
            for option in context.suite.command(named: name)?.specification.allOptions ?? [] {
                names.formUnion(option.longNames)
            }
        }
        return names
    }

    /// Names the fields that are going to be declared, before anything is written.
    func announce(_ types: ImportedFieldTypes, _ context: borrowing CommandContext) {
        guard types.isDeclaring else { return }
        // A field whose values are of several kinds is named and not declared.
        let count = counted(types.declarable.count, "custom field")
        context.note("\(count) to declare: \(types.description)")
    }

    /// Declares the fields, or says that they are not declared.
    ///
    /// - Parameter hasNews: whether tasks with fields were written.
    func finish(
        _ types: ImportedFieldTypes, hasNews: Bool, in store: Store,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        if types.isDeclaring { return try types.declare(in: store) }
        guard hasNews, !types.undeclared.isEmpty else { return }
        let count = counted(types.undeclared.count, "custom field")
        context.note("\(count) not declared: \(types.description)")
        if isRequested == nil, !types.declarable.isEmpty {
            context.complain("hint: with --declare they are options, columns and keys of queries\n")
        }
    }
}

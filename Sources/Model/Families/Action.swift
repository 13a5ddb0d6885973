import RedoJSON

/// The action of a node: one that this version defines, or the name of another one.
package struct Action: Hashable, Sendable {
    /// The code of the action in indexes: its index in ``TaskActions/definitions``, which never changes;
    /// ``undefinedCode`` for an action that this version does not define.
    package let code: UInt8
    /// Nil for an action that this version defines.
    let undefinedName: JSONString?

    package static let undefinedCode = UInt8.max

    private static let names = TaskActions.definitions.map(\.name)

    private init(code: UInt8, undefinedName: JSONString?) {
        self.code = code
        self.undefinedName = undefinedName
    }

    /// Returns the action of a code in indexes; nil if this version defines none.
    package init?(code: UInt8) {
        guard Int(code) < Self.names.count else { return nil }
        self.init(code: code, undefinedName: nil)
    }

    /// Reads a name that matches `[A-Z][A-Z_]{0,63}`; nil for any other text.
    package init?(name: Span<UInt8>) {
        let names = Self.names
        for code in names.indices where name.isEqual(to: names[code]) {
            self.init(code: UInt8(code), undefinedName: nil)
            return
        }
        guard (1...64).contains(name.count), name[0] != UInt8(ascii: "_") else { return nil }
        for index in name.indices {
            let byte = name[index]
            guard
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
            else { return nil }
        }
        self.init(
            code: Self.undefinedCode,
            undefinedName: JSONString(validated: name.indices.map { name[$0] }))
    }

    package init?(_ name: String) { self.init(name: Array(name.utf8).span) }

    /// Creates the action of a definition.
    init(_ definition: ActionDefinition<TaskState>) {
        self.init(code: definition.code, undefinedName: nil)
    }

    /// Creates the action of a family other than `tasks`.
    init(family name: StaticString) {
        self.init(
            code: Self.undefinedCode, undefinedName: JSONString(validated: Array("\(name)".utf8)))
    }

    /// Whether the action is one of a family other than `tasks` that has a name.
    func isNamed(_ name: StaticString) -> Bool { undefinedName.map { $0 == name } ?? false }

    /// The names of the actions of protocol section 3.
    package static var knownNames: [String] { names.map(\.description) }

    /// By code, whether an action that this version defines satisfies a condition.
    static func wantedCodes(_ isWanted: (Action) -> Bool) -> [Bool] {
        names.indices.map { isWanted(Action(code: UInt8($0), undefinedName: nil)) }
    }

    /// Whether this version defines the action. An undefined one is valid in the fields dialect, and replay skips it.
    package var isKnown: Bool { code != Self.undefinedCode }

    /// The definition of the action; nil if this version does not define it.
    ///
    /// It is a copy. Code that runs for each node of a replay reads the table itself: copies took 2.4 % of the
    /// instructions of `redo replay --hash`.
    var definition: ActionDefinition<TaskState>? {
        isKnown ? TaskActions.definitions[Int(code)] : nil
    }

    var nameByteCount: Int {
        undefinedName?.utf8.count ?? Self.names[Int(code)].utf8CodeUnitCount
    }
}

extension Action: CustomStringConvertible {
    package var description: String {
        undefinedName?.description ?? Self.names[Int(code)].description
    }
}

/// The two shapes of a node's data (protocol, section 1).
package enum Dialect: String, Sendable {
    /// The iOS documents.
    case fields
    /// Protocol 1.7: the web, Android and command-line clients.
    case payload
}

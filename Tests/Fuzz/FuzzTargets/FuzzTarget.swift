/// Something that reads bytes which anyone can have written, with what has to hold of every input.
///
/// ``all`` is the table of them: libFuzzer and the tests run the same closures.
public struct FuzzTarget: Sendable {
    /// In small letters, as folders and the variable `REDO_FUZZ_TARGET` have it.
    public let name: String
    /// The greatest input in bytes.
    public let maximumByteCount: Int
    /// Inputs to begin with: good ones of every kind.
    public let seeds: @Sendable () throws -> [[UInt8]]
    /// Reads an input.
    ///
    /// - Throws: ``BrokenProperty`` for what must not be so; whatever the reader throws is no fault.
    public let run: @Sendable ([UInt8]) throws -> Void

    init(
        _ name: String, upTo maximumByteCount: Int,
        seeds: @escaping @Sendable () throws -> [[UInt8]],
        run: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.maximumByteCount = maximumByteCount
        self.seeds = seeds
        self.run = run
    }

    /// Every target.
    public static let all: [FuzzTarget] = [
        json, node, query, date, rule, form, pack, index, tasks, configuration, keyFile, git,
        checkpoint, sealed, firestore, calendar, todoTxt, taskwarrior, interchange, todoist, org,
        issues, recognition,
        aliases, mcp,
    ]

    /// The target of a name; nil if there is none.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What must not be so: a wrong answer of the code that is fuzzed.
public struct BrokenProperty: Error, CustomStringConvertible {
    public let description: String
}

/// Throws if something that must hold does not.
func require(_ condition: Bool, _ property: @autoclosure () -> String) throws {
    if !condition { throw BrokenProperty(description: property()) }
}

/// The value of something that must succeed.
func demand<Value>(_ property: String, _ value: () throws -> Value) throws -> Value {
    do {
        return try value()
    } catch {
        throw BrokenProperty(description: "\(property): \(error)")
    }
}

/// The value of something that must be there.
func demand<Value>(_ property: String, _ value: Value?) throws -> Value {
    guard let value else { throw BrokenProperty(description: property) }
    return value
}

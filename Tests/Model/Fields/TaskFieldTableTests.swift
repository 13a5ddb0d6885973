import RedoJSON
import Testing

@testable import RedoModel

/// Fields that are found by their index, and fields that are found by their name.
@Suite struct TaskFieldTableTests {
    private static let names: [JSONString] = ["a", "closed", "ownerNonce", "pa", "zz"]

    /// All tables with some of the names beside the six fields of version 1.
    private static let tables: [(names: [JSONString], table: TaskFieldTable)] =
        (0..<1 << names.count).map { subset in
            let chosen = names.indices.filter { subset >> $0 & 1 == 1 }.map { names[$0] }
            var table = TaskFieldTable()
            for (number, field) in TaskFieldTable.Known.allCases.enumerated() {
                table[JSONString("\(field.name)")] = .number(Double(number))
            }
            for name in chosen { table[name] = .string(name) }
            return (chosen, table)
        }

    @Test func theSixAreFoundBesideAllOthers() {
        for (names, table) in Self.tables {
            for (number, field) in TaskFieldTable.Known.allCases.enumerated() {
                #expect(table[field] == .number(Double(number)), "\(field) beside \(names)")
            }
        }
    }

    @Test func aNonceAloneIsNoExtraMember() {
        for (names, table) in Self.tables {
            let others = names.filter { $0 != "ownerNonce" }
            #expect(table.hasExtraMembers == !others.isEmpty, "\(names)")
            #expect(table.extra("pa") == (names.contains("pa") ? "pa" : nil), "\(names)")
            #expect(table["ownerNonce"] == (names.contains("ownerNonce") ? "ownerNonce" : nil))
        }
    }
}

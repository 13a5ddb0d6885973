import Foundation
import RedoJSON
import RedoModel
import RedoSystem
import SampleNodes
import Testing

@testable import RedoStore

/// The folder of operations: drawing numbers, and what is reported of records that are damaged or gone.
@Suite struct OperationRecordsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    private typealias Operation = RedoStore.Operation

    init() throws { temporary = try TemporaryStore() }

    private func operation(at time: Int64, device: String = "d") throws -> Operation {
        Operation(
            time: Instant(milliseconds: time), user: try Sample.chain(1)[0].author.userID,
            device: JSONString(device), nodes: [])
    }

    private func file(_ number: UInt64) -> String {
        "\(store.operationsPath)/\(OperationRecord.fileName(number))"
    }

    private func fill(_ count: Int) throws {
        for time in 1...count { try store.record(operation(at: Int64(time) * 1000)) }
    }

    @Test func operationsGetTheNextNumber() throws {
        try store.record(operation(at: 9000))
        try store.record(operation(at: 1000))
        try store.record(operation(at: 5000))
        let records = try store.operationRecords()
        #expect(records.isWhole)
        #expect(records.recorded.map(\.number) == [1, 2, 3])
        #expect(records.recorded.map(\.operation.time.milliseconds) == [9000, 1000, 5000])
        #expect(records.recorded.map(\.latest.milliseconds) == [9000, 9000, 9000])
    }

    @Test func manyAtOnceLoseNone() throws {
        let operations = try (0..<64).map { try operation(at: 1000, device: "d\($0)") }
        let store = store
        DispatchQueue.concurrentPerform(iterations: operations.count) { index in
            do {
                try store.record(operations[index])
            } catch {
                Issue.record(error)
            }
        }
        let records = try store.operationRecords()
        #expect(records.isWhole)
        #expect(records.recorded.map(\.number) == Array(1...64))
        #expect(Set(records.recorded.map { $0.operation.device.description }).count == 64)
    }

    @Test func aRecordThatIsGoneIsMissed() throws {
        try fill(9)
        for number in [3, 5, 6] as [UInt64] { try Files.remove(file(number)) }
        let records = try store.operationRecords()
        #expect(records.missing == [3...3, 5...6] && records.missingCount == 3)
        #expect(records.damaged.isEmpty && !records.isWhole)
        #expect(records.recorded.map(\.number) == [1, 2, 4, 7, 8, 9])
    }

    @Test func whatIsNotTheRecordOfItsNameIsReported() throws {
        try fill(8)
        let third = try Files.read(file(3))
        func put(_ bytes: [UInt8], _ number: UInt64) throws {
            try Files.remove(file(number))
            try Data(bytes).write(to: URL(filePath: file(number)))
        }
        try put([], 2)
        try put(Array(third.dropLast(20)), 3)
        try put(third, 4)
        try put(third.dropLast() + Array(" \n".utf8), 5)
        try Files.remove(file(6))
        _ = try Files.makeDirectory(file(6))
        _ = try Files.makeDirectory("\(store.operationsPath)/notes")
        try Data().write(to: URL(filePath: "\(store.operationsPath)/0001763294400000-3f2a"))
        let records = try store.operationRecords()
        #expect(records.recorded.map(\.number) == [1, 7, 8])
        #expect(records.missing.isEmpty)
        #expect(records.damaged.count == 7)
        let faults = Dictionary(
            records.damaged.map { ($0.name, $0.fault) }, uniquingKeysWith: { $1 })
        func fault(_ number: UInt64) -> OperationRecord.Fault? {
            faults[OperationRecord.fileName(number)]
        }
        #expect(fault(2) == .notARecord && fault(3) == .notARecord)
        #expect(fault(4) == .otherNumber(3))
        #expect(fault(5) == .checksum)
        if case .unreadable? = fault(6) {} else { Issue.record("\(String(describing: fault(6)))") }
        #expect(faults["notes"] == .name && faults["0001763294400000-3f2a"] == .name)
    }

    @Test func theOldestRecordsGoFirstAndAreNotMissed() throws {
        try fill(Store.keptOperationCount + 5)
        try store.removeOldOperations()
        let records = try store.operationRecords()
        #expect(records.isWhole && records.recorded.count == Store.keptOperationCount)
        #expect(records.recorded.first?.number == 6)
        try store.record(operation(at: 1))
        #expect(try store.operationRecords().recorded.last?.number == 1006)
    }

    /// The latest time so far is found also behind a damaged record.
    @Test func aDamagedLastRecordDoesNotHideTheLatestTime() throws {
        try store.record(operation(at: 9000))
        try store.record(operation(at: 2000))
        try Files.remove(file(2))
        try Data("{}".utf8).write(to: URL(filePath: file(2)))
        try store.record(operation(at: 1000))
        #expect(try store.operationRecords().recorded.last?.latest.milliseconds == 9000)
        #expect(try store.operationRecords().recorded.last?.number == 3)
    }
}

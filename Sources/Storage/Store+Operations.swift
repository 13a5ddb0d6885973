import RedoModel
import RedoSystem

/// The directory of operations: one immutable file for each command that wrote (``OperationRecord``).
///
/// The files are not synced: what they record follows from the causality and the wall times of nodes, except for what
/// was undone.
extension Store {
    var operationsPath: String { operationsDirectory.path }

    /// The number of operations that are kept when old ones are removed.
    package static let keptOperationCount = 1000

    /// The maximum size of a file: an import of a million tasks is one operation.
    private static let maximumByteCount = 1 << 29

    /// Records an operation under the next number.
    ///
    /// - Throws: ``SystemError`` if the file cannot be written; the nodes are in the store all the same.
    /// - Complexity: O(n) for n recorded operations, of which only names are read.
    package func record(_ operation: Operation) throws(SystemError) {
        if try operationsDirectory.make() { note(record: StoreLayout.operationsName) }
        let numbers = try operationsDirectory.contents()
            .compactMap { OperationRecord.number(ofFile: $0) }
        var number = (numbers.max() ?? 0) + 1
        var latest = latestTime(before: number, among: numbers)
        while true {
            let record = OperationRecord(number: number, operation, latest: latest)
            let file = ContainedFile(record.fileName, in: operationsDirectory)
            if try file.place(record.bytes.span, mode: 0o444, isSynced: false) { return }
            // Another process has taken the number.
            if let other = try? readOperation(number) {
                latest = max(latest ?? other.latest, other.latest)
            }
            number += 1
        }
    }

    /// The latest time of the operations before a number, from the last readable record.
    private func latestTime(before number: UInt64, among numbers: [UInt64]) -> Instant? {
        if let last = try? readOperation(number - 1) { return last.latest }
        for number in numbers.sorted(by: >) {
            if let record = try? readOperation(number) { return record.latest }
        }
        return nil
    }

    /// Reads the directory of operations.
    ///
    /// - Throws: STORAGE_001 if the directory cannot be listed.
    /// - Complexity: O(n) for n operations, each of which is read.
    package func operationRecords() throws(RedoError) -> OperationRecords {
        var recorded: [OperationRecord] = []
        var damaged: [OperationRecords.Damage] = []
        var numbers: [UInt64] = []
        for name in try operationNames() {
            guard let number = OperationRecord.number(ofFile: name) else {
                damaged.append(OperationRecords.Damage(name: name, fault: .name))
                continue
            }
            numbers.append(number)
            do throws(OperationRecord.Fault) {
                recorded.append(try readOperation(number))
            } catch {
                // Maintenance may have removed it since.
                if case .unreadable(let cause) = error, cause.isNotFound { continue }
                damaged.append(OperationRecords.Damage(name: name, fault: error))
            }
        }
        return OperationRecords(recorded, damaged: damaged, missing: Self.gaps(between: numbers))
    }

    /// The numbers of operations whose files are missing, from names alone; empty if the directory cannot be listed.
    var missingOperations: [ClosedRange<UInt64>] {
        let names = (try? operationNames()) ?? []
        return Self.gaps(between: names.compactMap { OperationRecord.number(ofFile: $0) })
    }

    /// - Parameter numbers: ascending.
    private static func gaps(between numbers: [UInt64]) -> [ClosedRange<UInt64>] {
        zip(numbers, numbers.dropFirst()).filter { $1 > $0 + 1 }.map { $0 + 1...$1 - 1 }
    }

    /// Reads the operation of a file; nil if it is missing or damaged, or does not have the name of a record.
    func operation(named name: String) -> Operation? {
        OperationRecord.number(ofFile: name).flatMap { try? readOperation($0).operation }
    }

    private func readOperation(
        _ number: UInt64
    ) throws(OperationRecord.Fault) -> OperationRecord {
        let path = Path.join(operationsPath, OperationRecord.fileName(number))
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(path, limit: Self.maximumByteCount)
        } catch {
            throw .unreadable(error)
        }
        return try OperationRecord(bytes, number: number)
    }

    /// Removes all operations except the latest ones, the oldest first.
    ///
    /// - Throws: STORAGE_001 if the directory cannot be listed, STORAGE_003 if a file cannot be removed.
    package func removeOldOperations() throws(RedoError) {
        let names = try operationNames().filter { OperationRecord.number(ofFile: $0) != nil }
        for name in names.dropLast(Self.keptOperationCount) {
            try failing(.writeFailed, "an old operation cannot be removed") {
                () throws(SystemError) in
                try ContainedFile(name, in: operationsDirectory).removeIfPresent()
            }
        }
    }

    /// True unless no operation was recorded, or the records cannot be listed.
    package var hasOperations: Bool { (try? operationNames())?.isEmpty == false }

    /// The names of the files, sorted.
    func operationNames() throws(RedoError) -> [String] {
        do throws(SystemError) {
            return try operationsDirectory.contents().filter { !LooseObjects.isTemporary($0) }
                .sorted()
        } catch {
            if error.isNotFound { return [] }
            throw RedoError(.notFound, "the operations cannot be listed", cause: error)
        }
    }
}

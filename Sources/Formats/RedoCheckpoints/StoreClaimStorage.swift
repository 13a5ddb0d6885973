import RedoCrypto
import RedoModel
import RedoSystem

/// Claims in a store of files by name. Each file is created once, if the store does not replace existing files.
///
/// ```
/// claims/NAME/NUMBER     a claim or release, numbered from 1 with 16 hexadecimal digits
/// ```
package struct StoreClaimStorage<Verbs: StoreVerbs>: ClaimStorage {
    private let verbs: Verbs
    /// The noun for such a store, for people.
    private let noun: String
    /// Whether the store is known not to replace files.
    private var isExclusive = false

    package init(_ verbs: Verbs, noun: String) {
        self.verbs = verbs
        self.noun = noun
    }

    /// Checks whether the store supports claims, once for this value.
    ///
    /// - Throws: STORAGE_003 if it does not.
    package mutating func requireExclusion() throws(RedoError) {
        if isExclusive { return }
        guard try verbs.keepsFirst() else {
            throw RedoError(
                .writeFailed, "the \(noun) lets a second file replace the first one",
                hints: ["two devices could both win a claim there: choose another sync.claims"])
        }
        isExclusive = true
    }

    package mutating func names() throws(RedoError) -> [String] {
        var names: Set<String> = []
        for file in try verbs.names(StoredName.claimsPrefix) {
            let parts = file.split(separator: "/", omittingEmptySubsequences: false)
            if parts.count == 3 { names.insert(String(parts[1])) }
        }
        return names.sorted()
    }

    private func path(_ name: String) -> String { "\(StoredName.claimsPrefix)\(name)/" }

    /// The numbers of a claim's files, in descending order.
    private func numbers(_ name: String) throws(RedoError) -> [Int] {
        let path = path(name)
        return try verbs.names(path).compactMap { file in
            ClaimNumber(name: file.dropFirst(path.utf8.count))?.value
        }.sorted(by: >)
    }

    package mutating func read(_ name: String) throws(RedoError) -> ClaimState {
        let numbers = try numbers(name)
        var files: [[UInt8]?] = []
        for number in numbers.prefix(ClaimState.maximumCount) {
            do throws(RedoError) {
                files.append(
                    try verbs.get(
                        path(name) + ClaimNumber(number).name, limit: ClaimState.maximumByteCount))
            } catch {
                // A longer file is not a claim.
                guard error.code == .corrupted else { throw error }
                files.append(nil)
            }
        }
        return ClaimState(version: numbers.first.map { String($0) }, files: files)
    }

    package mutating func put(
        _ file: [UInt8], as name: String, after state: ClaimState, time: Instant
    ) throws(RedoError) -> Bool {
        let number = state.version.flatMap { Int($0) } ?? 0
        guard number < .max else {
            throw RedoError(.writeFailed, "the \(noun) has a claim with the maximum number")
        }
        try requireExclusion()
        // Numbers are never reused, so a higher one than was read means that the state has changed.
        guard try numbers(name).first ?? 0 == number else { return false }
        let path = path(name) + ClaimNumber(number + 1).name
        if try verbs.put(path, file) { return true }
        // A helper may have written the file and have been interrupted before its answer.
        return try verbs.holds(path, file)
    }
}

/// The name of a claim's file: its number with 16 hexadecimal digits.
struct ClaimNumber {
    let value: Int

    init(_ value: Int) { self.value = value }

    /// Parses a name; nil for anything else.
    init?(name: some StringProtocol) {
        guard let value = Int(name, radix: 16), value > 0, ClaimNumber(value).name == name else {
            return nil
        }
        self.value = value
    }

    var name: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
    }
}

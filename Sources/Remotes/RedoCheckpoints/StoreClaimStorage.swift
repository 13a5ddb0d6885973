import RedoCrypto
import RedoModel
import RedoSystem

/// Claims in a store of files by name: each is created once, if the store does not let a second one take its place.
///
/// ```
/// claims/NAME/NUMBER     a claim or release, numbered from 1 with 16 hexadecimal digits
/// ```
package struct StoreClaimStorage<Verbs: StoreVerbs>: ClaimStorage {
    private let verbs: Verbs
    private static var prefix: String { "claims/" }

    /// - Throws: STORAGE_003 if the store takes no claims.
    package init(_ verbs: Verbs, checking storage: inout StoreStorage<Verbs>) throws(RedoError) {
        guard try storage.takesClaims() else {
            throw RedoError(
                .writeFailed, "the store lets a second file take the place of a first one",
                hints: ["two devices could both win a claim there: choose another sync.claims"])
        }
        self.verbs = verbs
    }

    package mutating func names() throws(RedoError) -> [String] {
        var names: Set<String> = []
        for file in try verbs.list(Self.prefix) {
            let parts = file.name.split(separator: "/", omittingEmptySubsequences: false)
            if parts.count == 3 { names.insert(String(parts[1])) }
        }
        return names.sorted()
    }

    private func path(_ name: String) -> String { "\(Self.prefix)\(name)/" }

    package mutating func read(_ name: String) throws(RedoError) -> ClaimPlace {
        let path = path(name)
        let numbers = try verbs.list(path).compactMap { file in
            ClaimNumber(name: file.name.dropFirst(path.utf8.count))?.value
        }.sorted(by: >)
        var files: [[UInt8]?] = []
        for number in numbers.prefix(ClaimPlace.greatestCount) {
            do throws(RedoError) {
                files.append(
                    try verbs.get(
                        path + ClaimNumber(number).name, limit: ClaimPlace.greatestByteCount))
            } catch {
                // A longer one is not a claim.
                guard error.code == .corrupted else { throw error }
                files.append(nil)
            }
        }
        return ClaimPlace(version: numbers.first.map { String($0) }, files: files)
    }

    package mutating func put(
        _ file: [UInt8], as name: String, after place: ClaimPlace, time: Instant
    ) throws(RedoError) -> Bool {
        let number = place.version.flatMap { Int($0) } ?? 0
        guard number < .max else {
            throw RedoError(.writeFailed, "the store has a claim with the greatest number")
        }
        // Numbers are never reused, so a greater one than was read is news.
        guard try read(name).version == place.version else { return false }
        let path = path(name) + ClaimNumber(number + 1).name
        if try verbs.put(path, file) { return true }
        // The helper may have put it and have been cut off before it said so.
        return try verbs.get(path, limit: ClaimPlace.greatestByteCount) == file
    }
}

/// The name of a claim's file: its number with 16 hexadecimal digits.
struct ClaimNumber {
    let value: Int

    init(_ value: Int) { self.value = value }

    /// Reads a name; nil for anything else.
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

import RedoCrypto
import RedoModel
import RedoSystem

/// Claims in a folder that all devices reach themselves: files that are created once and never replaced.
///
/// ```
/// claims/NAME/NUMBER     a claim or release, numbered from 1 with 16 hexadecimal digits
/// ```
package struct FolderClaimStorage: ClaimStorage {
    private let claims: ContainedFolder

    package init(_ path: String) { claims = ContainedFolder(["claims"], in: path) }

    private func reading<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(RedoError) -> Result {
        try failing(.notFound, "the claims of the folder cannot be read", body)
    }

    private func writing<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(RedoError) -> Result {
        try failing(.writeFailed, "the claim cannot be written to the folder", body)
    }

    package mutating func names() throws(RedoError) -> [String] {
        try reading { () throws(SystemError) in
            guard try claims.check() else { return [] }
            return try claims.contents().filter { !$0.hasPrefix(".") }.sorted()
        }
    }

    /// The numbers of a claim's files, the greatest first.
    private func numbers(_ folder: ContainedFolder) throws(SystemError) -> [Int] {
        guard try claims.check(), try folder.check() else { return [] }
        return try folder.contents().compactMap { name in
            ClaimNumber(name: name)?.value
        }.sorted(by: >)
    }

    package mutating func read(_ name: String) throws(RedoError) -> ClaimPlace {
        let folder = claims.folder(name)
        let numbers = try reading { () throws(SystemError) in try self.numbers(folder) }
        let files = numbers.prefix(ClaimPlace.greatestCount).map { number in
            // What is not a regular file, or too long, is not a claim.
            try? Files.read(
                folder.file(ClaimNumber(number).name), limit: ClaimPlace.greatestByteCount)
        }
        return ClaimPlace(version: numbers.first.map { String($0) }, files: files)
    }

    package mutating func put(
        _ file: [UInt8], as name: String, after place: ClaimPlace, time: Instant
    ) throws(RedoError) -> Bool {
        let number = place.version.flatMap { Int($0) } ?? 0
        guard number < .max else {
            throw RedoError(.writeFailed, "the folder has a claim with the greatest number")
        }
        guard try keepsFirst() else {
            throw RedoError(
                .writeFailed, "the folder lets a second file take the place of a first one",
                hints: ["two devices could both win a claim there: choose another sync.claims"])
        }
        let folder = claims.folder(name)
        return try writing { () throws(SystemError) in
            try folder.make()
            // Numbers are never reused, so a greater one than was read is news.
            guard try numbers(folder).first ?? 0 == number else { return false }
            return try ContainedFile(ClaimNumber(number + 1).name, in: folder)
                .place(file.span, mode: 0o644)
        }
    }

    /// Whether a second put of one name fails: otherwise the place takes no claims.
    private func keepsFirst() throws(RedoError) -> Bool {
        try writing { () throws(SystemError) in
            try claims.make()
            let probe = ContainedFile(".probe-\(RandomBytes.hexadecimal(count: 8))", in: claims)
            defer { try? probe.removeIfPresent() }
            let isFirst = try probe.place([1].span, mode: 0o644)
            let isSecond = try probe.place([2].span, mode: 0o644)
            let content = try Files.read(probe.path, limit: 16)
            return isFirst && !isSecond && content == [1]
        }
    }
}

import RedoSystem

/// A requirement of docs/store-helpers.md, with the test of it: a row of the table that `redo store-helper test` goes
/// through.
package struct HelperCheck: Sendable {
    /// A word for programs.
    package let name: String
    /// The requirement as a phrase.
    package let requirement: String
    let run: @Sendable (borrowing HelperBench) throws(RedoError) -> Verdict

    /// What a test has shown.
    package enum Verdict: Equatable, Sendable {
        /// The helper meets the requirement; a detail for people, or an empty text.
        case passed(String)
        /// It does not, for the reason.
        case failed(String)
        /// It need not, and does not: what follows from that.
        case lacking(String)
        /// Nothing was tested, for the reason.
        case untested(String)
    }

    /// All checks, in the order in which they run.
    package static let all =
        HelperCheck.verbs + HelperCheck.concurrency + HelperCheck.interruptions
}

extension HelperCheck {
    /// The four verbs, one helper at a time.
    static let verbs = [
        HelperCheck(name: "empty", requirement: "lists nothing where nothing is") {
            (bench) throws(RedoError) in
            let helper = try bench.open()
            for prefix in HelperBench.prefixes where try !helper.list(prefix).isEmpty {
                return .failed("it lists files below \(prefix)")
            }
            return .passed("")
        },
        HelperCheck(name: "bytes", requirement: "gives the bytes that were put, whatever they are")
        {
            (bench) throws(RedoError) in
            let helper = try bench.open()
            // Every byte, and more than a pipe holds; an empty file; line ends.
            for content in [
                (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }, [], Array("\r\n--\n\0".utf8),
            ] {
                let name = bench.name()
                guard try helper.put(name, content) else { return .failed("a new file exists") }
                guard try helper.get(name, limit: max(content.count, 1)) == content else {
                    return .failed("a file of \(content.count) bytes is different")
                }
            }
            return .passed("")
        },
        HelperCheck(name: "names", requirement: "keeps names of up to 255 bytes, with directories")
        {
            (bench) throws(RedoError) in
            let helper = try bench.open()
            let slot = "slots/\(RandomBytes.hexadecimal(count: 16))"
            // File systems have a limit for each part of a path, which helpers may use up with a suffix.
            let part = String(repeating: "a", count: 120)
            let start = "data/\(RandomBytes.hexadecimal(count: 1))-\(part)/"
            let rest = StoredFileName.maximumByteCount - start.utf8.count
            let names = [
                start + String(repeating: "b", count: rest),
                "\(slot)/0000000000000001-\(RandomBytes.hexadecimal(count: 32))",
                "\(slot)/0000000000000002-\(RandomBytes.hexadecimal(count: 32))",
            ]
            for name in names {
                bench.note(name)
                _ = try helper.put(name, Array(name.utf8))
            }
            for name in names where try helper.get(name, limit: 1000) != Array(name.utf8) {
                return .failed("\(name) has other bytes")
            }
            let listed = try helper.list("slots/").map(\.name).sorted()
            guard listed == names.dropFirst().sorted(),
                try helper.list("\(slot)/").map(\.name).sorted() == listed
            else { return .failed("files of a directory in slots/ are not listed") }
            return .passed("")
        },
        HelperCheck(
            name: "listing",
            requirement: "lists names and sizes of what has a prefix, and nothing else"
        ) {
            (bench) throws(RedoError) in
            let helper = try bench.open()
            let names = (0..<3).map { _ in bench.name() }
            for (index, name) in names.enumerated() {
                _ = try helper.put(name, [UInt8](repeating: 1, count: index * 1000))
            }
            let wanted = Set(names.enumerated().map { StoredFile(name: $1, byteCount: $0 * 1000) })
            guard try Set(helper.list("data/")).isSuperset(of: wanted) else {
                return .failed("a file that was put is not listed with its size")
            }
            guard try helper.list("epochs/").isEmpty else {
                return .failed("it lists files of data/ below epochs/")
            }
            return .passed("")
        },
        HelperCheck(
            name: "absent", requirement: "says that a file is absent, and deletes what is not there"
        ) {
            (bench) throws(RedoError) in
            let helper = try bench.open()
            let name = bench.name()
            guard try helper.get(name, limit: 100) == nil else { return .failed("it gives a file") }
            try helper.delete(name)
            _ = try helper.put(name, [1])
            try helper.delete(name)
            guard try helper.get(name, limit: 100) == nil else {
                return .failed("a deleted file is there")
            }
            _ = try helper.put(name, [2])
            return try helper.get(name, limit: 100) == [2]
                ? .passed("") : .failed("a file that is put again has its old bytes")
        },
        HelperCheck(
            name: "limit", requirement: "refuses to give more than the limit, and continues"
        ) {
            (bench) throws(RedoError) in
            let helper = try bench.open()
            let name = bench.name()
            _ = try helper.put(name, [1, 2, 3])
            do throws(RedoError) {
                _ = try helper.get(name, limit: 2)
                return .failed("it gives 3 bytes where 2 are the limit")
            } catch {
                guard error.code == .corrupted else { throw error }
            }
            return try helper.get(name, limit: 3) == [1, 2, 3]
                ? .passed("") : .failed("the next request has another answer")
        },
        HelperCheck(name: "large", requirement: "keeps a file of 8 MiB") {
            (bench) throws(RedoError) in
            let helper = try bench.open()
            let (name, content) = (bench.name(), HelperBench.content(8 << 20))
            let start = Clock.monotonicNanoseconds()
            _ = try helper.put(name, content)
            let put = HelperBench.seconds(since: start)
            guard try helper.get(name, limit: content.count) == content else {
                return .failed("its bytes are different")
            }
            return .passed("put in \(put)")
        },
        HelperCheck(name: "many", requirement: "keeps and lists 100 files") {
            (bench) throws(RedoError) in
            let helper = try bench.open()
            let names = (0..<100).map { _ in bench.name() }
            let start = Clock.monotonicNanoseconds()
            for name in names { _ = try helper.put(name, Array(name.utf8)) }
            let put = HelperBench.seconds(since: start)
            guard try Set(helper.names("data/")).isSuperset(of: names) else {
                return .failed("it does not list all of them")
            }
            let middle = Clock.monotonicNanoseconds()
            for name in names where try helper.get(name, limit: 1000) != Array(name.utf8) {
                return .failed("a file has other bytes")
            }
            return .passed("put in \(put), read in \(HelperBench.seconds(since: middle))")
        },
    ]
}

/// A progress line that git prints during a fetch: `Receiving objects:  12% (3/25), 1.20 MiB | 2.00 MiB/s`.
enum GitProgressLine {
    private static let title = Array("Receiving objects:".utf8)

    /// The counts of the last such line in git's output; nil if there is no complete one.
    static func counts(in output: [UInt8]) -> (done: Int, total: Int)? {
        let lines = output.split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        for line in lines.reversed() where line.starts(with: title) {
            guard let open = line.firstIndex(of: UInt8(ascii: "(")),
                let close = line[open...].firstIndex(of: UInt8(ascii: ")"))
            else { continue }
            let numbers = line[(open + 1)..<close].split(
                separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            guard numbers.count == 2, let done = number(numbers[0]), let total = number(numbers[1]),
                done <= total
            else { continue }
            return (done, total)
        }
        return nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy { (0x30...0x39).contains($0) }
            ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }
}

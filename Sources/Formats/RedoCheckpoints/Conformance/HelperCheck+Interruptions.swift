import RedoSystem

extension HelperCheck {
    /// What remains when a helper ends, and when a store is full.
    static let interruptions = [
        HelperCheck(name: "end", requirement: "ends when its input ends") {
            (bench) throws(RedoError) in
            let helper = try bench.start()
            let status = helper.end(within: 5)
            return status == 0
                ? .passed("") : .failed("it ends with status \(status), or not within 5 seconds")
        },
        HelperCheck(name: "cut", requirement: "puts nothing if its input ends in a file") {
            (bench) throws(RedoError) in
            let (name, content) = (bench.name(), HelperBench.content(100_000))
            let helper = try bench.start()
            try helper.send("put \(name) \(content.count)", Array(content.prefix(50_000)))
            _ = helper.end(within: 5)
            return try bench.open().get(name, limit: content.count) == nil
                ? .passed("") : .failed("half a file is there")
        },
        HelperCheck(
            name: "killed",
            requirement: "leaves a file whole or absent when it is killed, and the next put works"
        ) {
            (bench) throws(RedoError) in
            let delays = [0, 2, 5, 10, 20, 50]
            for delay in delays {
                let (name, content) = (bench.name(), HelperBench.content(2 << 20))
                let helper = try bench.start()
                try helper.send("put \(name) \(content.count)", content)
                Clock.wait(milliseconds: delay)
                helper.kill()
                let next = try bench.open()
                // What it started may still write.
                for _ in 0..<3 {
                    guard try bench.isAbsentOrWhole(name, content, by: next) else {
                        return .failed("a part of a file is there after \(delay) ms")
                    }
                }
                try next.write(name, content)
                guard try next.get(name, limit: content.count) == content else {
                    return .failed("the file cannot be put again")
                }
            }
            return .passed("\(delays.count) kills")
        },
        HelperCheck(
            name: "full", requirement: "reports a file that does not fit, and keeps nothing of it"
        ) {
            (bench) throws(RedoError) in
            guard let count = bench.overfillByteCount else {
                return .untested("give --overfill, with a store that has room for less")
            }
            let helper = try bench.open()
            let (name, content) = (bench.name(), HelperBench.content(count))
            var code: ErrorCode?
            do throws(RedoError) {
                _ = try helper.put(name, content)
            } catch {
                code = error.code
            }
            guard let code else {
                return .failed("it acknowledges the file, or the store has room for it")
            }
            let next = try bench.open()
            guard try next.get(name, limit: content.count) == nil else {
                return .failed("a part of the file is there")
            }
            try next.delete(name)
            let small = bench.name()
            guard try next.put(small, [1, 2, 3]), try next.get(small, limit: 3) == [1, 2, 3] else {
                return .failed("afterwards a small file cannot be put")
            }
            return .passed("reported as \(code)")
        },
    ]
}

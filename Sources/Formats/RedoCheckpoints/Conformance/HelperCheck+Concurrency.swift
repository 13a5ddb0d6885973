import RedoSystem

extension HelperCheck {
    /// What several helpers see of one store.
    static let concurrency = [
        HelperCheck(name: "seen", requirement: "shows another helper at once what was put") {
            (bench) throws(RedoError) in
            let (writer, reader) = (try bench.open(), try bench.open())
            for number in 0..<10 {
                let name = bench.name()
                _ = try writer.put(name, [UInt8(number)])
                guard try reader.get(name, limit: 1) == [UInt8(number)] else {
                    return .failed("another helper does not read a file that was put")
                }
                guard try reader.names("data/").contains(name) else {
                    return .failed("another helper does not list a file that was put")
                }
            }
            return .passed("")
        },
        HelperCheck(name: "whole", requirement: "shows no part of a file that is being put") {
            (bench) throws(RedoError) in
            let reader = try bench.open()
            for _ in 0..<2 {
                let (name, content) = (bench.name(), HelperBench.content(4 << 20))
                let writer = try bench.start()
                try writer.send("put \(name) \(content.count)", content)
                for _ in 0..<10 {
                    guard try bench.isAbsentOrWhole(name, content, by: reader) else {
                        return .failed(
                            "a reader sees a part of it; redo compares it with its digest")
                    }
                }
                guard try writer.line() == "ok" else { return .failed("a new file is not put") }
            }
            return .passed("")
        },
        HelperCheck(
            name: "first", requirement: "keeps the first of two files of a name, which claims need"
        ) {
            (bench) throws(RedoError) in
            try bench.keepsFirst()
                ? .passed("") : .lacking("no claims: a second file replaces the first")
        },
        HelperCheck(
            name: "race", requirement: "lets one of two racing puts win, and keeps a whole file"
        ) {
            (bench) throws(RedoError) in
            let isExclusive = try bench.keepsFirst()
            let reader = try bench.open()
            let rounds = 10
            var bothWon = 0
            for _ in 0..<rounds {
                let name = bench.name()
                let contents = [HelperBench.content(20_000), HelperBench.content(20_000)]
                let racers = [try bench.start(), try bench.start()]
                for (racer, content) in zip(racers, contents) {
                    try racer.send("put \(name) \(content.count)", content)
                }
                var answers: [String] = []
                for racer in racers { answers.append(try racer.line()) }
                guard let found = try reader.get(name, limit: 20_000),
                    let winner = contents.firstIndex(of: found)
                else { return .failed("neither of the two files is there whole") }
                let wins = answers.filter { $0 == "ok" }.count
                guard wins > 0, answers[winner] == "ok" else {
                    return .failed("the file that is there was not acknowledged")
                }
                if wins == 2 { bothWon += 1 }
            }
            if bothWon == 0 { return .passed("\(rounds) rounds") }
            let text = "both won in \(bothWon) of \(rounds) rounds"
            return isExclusive
                ? .failed("\(text), though one after the other the first is kept") : .lacking(text)
        },
    ]
}

/// The names that a mistyped one can mean: the most similar of those that differ from it by one letter, or from a word
/// of more than four letters by two. O(names × length²).
package func similarNames(to name: String, among names: [String]) -> [String] {
    let word = name.drop { $0 == "-" }
    let maximum = word.count <= 4 ? 1 : 2
    let distances = names.map { ($0, editDistance($0, name)) }
    let nearest = min(distances.map(\.1).min() ?? maximum, maximum)
    return distances.filter { $0.1 <= nearest && $0.1 < word.count }.map(\.0)
}

/// The number of letters that must be inserted, removed, replaced or swapped with their neighbour to turn one
/// text into another (optimal string alignment). O(product of the lengths).
package func editDistance(_ left: String, _ right: String) -> Int {
    let a = Array(left.utf8)
    let b = Array(right.utf8)
    guard b.count <= 64 else { return Int.max }
    var table = [Array(0...b.count)]
    for i in 0..<a.count {
        var row = [i + 1]
        for j in 0..<b.count {
            var best = min(table[i][j + 1] + 1, row[j] + 1, table[i][j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, table[i - 1][j - 1] + 1)
            }
            row.append(best)
        }
        table.append(row)
    }
    return table[a.count][b.count]
}

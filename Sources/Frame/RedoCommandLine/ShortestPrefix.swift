import RedoModel
import RedoSystem

/// The shortest prefix of an id, of at least four characters, that none of some others has. O(n).
package func shortestPrefix(of id: TaskID, among others: [TaskID]) -> String {
    String(id.description.prefix(prefixCount(of: id, besides: others)))
}

/// The shortest prefix of an id, of at least four characters, that no other one has. O(log n).
///
/// - Parameter sorted: all ids.
package func shortestPrefix(of id: TaskID, inSorted sorted: [TaskID]) -> String {
    String(id.description.prefix(shortestPrefixCount(of: id, inSorted: sorted)))
}

/// The number of characters of an id that no other one begins with, at least four. O(log n).
///
/// - Parameter sorted: all ids, this one among them or not.
func shortestPrefixCount(of id: TaskID, inSorted sorted: [TaskID]) -> Int {
    let key = id.value.high
    // Most ids differ in their first half, and comparing them whole is a call.
    let index = sorted.partitioningIndex { other in
        let high = other.value.high
        return high > key || (high == key && !(other < id))
    }
    var next = index
    while next < sorted.count, sorted[next] == id { next += 1 }
    let before = index > 0 ? sorted[index - 1].value.commonDigitCount(with: id.value) : 0
    let after = next < sorted.count ? sorted[next].value.commonDigitCount(with: id.value) : 0
    return characterCount(ofPrefix: max(before, after))
}

private func prefixCount(of id: TaskID, besides others: [TaskID]) -> Int {
    var common = 0
    for other in others where other != id {
        common = max(common, other.value.commonDigitCount(with: id.value))
    }
    return characterCount(ofPrefix: common)
}

/// - Parameter common: how many digits another id begins with, too.
private func characterCount(ofPrefix common: Int) -> Int {
    let digits = max(4, common + 1)
    // The hyphens that stand before the last of these digits.
    return digits + (digits > 8 ? 1 : 0) + (digits > 12 ? 1 : 0) + (digits > 16 ? 1 : 0)
        + (digits > 20 ? 1 : 0)
}

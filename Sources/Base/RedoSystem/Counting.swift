/// A count with its noun: `1 node`, `2 nodes`.
package func counted(_ count: Int, _ one: String) -> String {
    "\(count) \(one)\(count == 1 ? "" : "s")"
}

/// The first few of some names: `a, b and 7 more`.
package func listed(_ names: [String], atMost count: Int = 10) -> String {
    let shown = names.prefix(count).joined(separator: ", ")
    return names.count > count ? "\(shown) and \(names.count - count) more" : shown
}

/// So many things, in words: `1 node`, `2 nodes`.
package func counted(_ count: Int, _ one: String) -> String {
    "\(count) \(one)\(count == 1 ? "" : "s")"
}

/// The things that a word can mean: the one with this name, else those with this spelling, else those with a name or a
/// spelling that begins with the word, if it has two letters or more.
///
/// So a custom field comes before the other spellings of a field that every task has.
package func meanings<Thing>(
    of word: String, among things: [Thing], name: (Thing) -> String,
    spellings: (Thing) -> [String]
) -> [Thing] {
    if let named = things.first(where: { name($0) == word }) { return [named] }
    let spelled = things.filter { spellings($0).contains(word) }
    if !spelled.isEmpty || word.utf8.count < 2 { return spelled }
    return things.filter { thing in
        name(thing).hasPrefix(word) || spellings(thing).contains { $0.hasPrefix(word) }
    }
}

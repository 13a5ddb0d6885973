import RedoCrypto
import RedoModel
import RedoSystem

extension PersonNames {
    /// A key as text: the names of its person and its device, if the log has them, and the beginning of the key,
    /// which alone distinguishes it from all others: `Ann, phone (key fd01c56e9f3c)`.
    package func text(of key: PublicKey) -> String {
        let short = "key \(authors.digits(of: UserID(key)))"
        let device = people.person(of: key)?.devices.first { $0.key == key }?.name?.printable
        let names = [name(of: people.principal(of: UserID(key))), device].compactMap(\.self)
        return names.isEmpty ? short : "\(names.joined(separator: ", ")) (\(short))"
    }
}

extension Repository {
    /// Returns texts of keys: with names if the log can be read, else the beginning of the key.
    package func keyTexts() -> (PublicKey) -> String {
        let names = try? personNames(own: nil)
        return { key in
            names?.text(of: key)
                ?? "key \(UserID(key).description.prefix(DistinctDigits.smallestCount))"
        }
    }
}

import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// The name of an agent: a program that writes with a key of its own (docs/agents.md).
package struct AgentName: Hashable, Sendable {
    package let text: String

    /// The variable that names the agent whose key signs.
    package static let variable = "REDO_AGENT"

    /// - Throws: wrong usage for what cannot be a name: it is a part of paths and of configuration keys, and must not
    ///   look like the beginning of a userId.
    package init(_ text: String) throws(RedoError) {
        let bytes = text.utf8
        let isWord = bytes.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        let hexadecimal = "0123456789abcdef".utf8
        guard isWord, (1...32).contains(bytes.count), bytes.first != UInt8(ascii: "-"),
            bytes.count < 4 || !bytes.allSatisfy(hexadecimal.contains)
        else {
            throw .usage(
                "not a name of an agent: '\(text.printable)'",
                hints: [
                    "an agent's name has 1 to 32 of a-z, 0-9 and '-', and is not a hexadecimal number"
                ])
        }
        self.text = text
    }

    /// The name as nodes contain it, which lists show: `bot, agent of Ann`.
    ///
    /// - Parameter owner: the value of `user.name`.
    package func title(owner: String?) -> String {
        owner.map { $0.isEmpty ? text : "\(text), agent of \($0)" } ?? text
    }
}

/// The agents of the user, as the user's configuration names their keys: `agent.NAME.key`.
///
/// A store's configuration does not count: it can come from someone else, and a name says whose nodes are taken back.
package struct AgentNames: Sendable {
    package struct Entry: Sendable {
        package let name: AgentName
        package let key: PublicKey
    }

    /// By name.
    package let entries: [Entry]
    /// The value of `user.name`.
    private let owner: String?

    package static let none = AgentNames(LayeredConfiguration([]))
    package static let section = "agent"
    package static let member = "key"

    package init(_ configuration: LayeredConfiguration) {
        let own = LayeredConfiguration(configuration.layers.filter { !$0.origin.isStore })
        entries = own.values(section: Self.section, key: Self.member)
            .compactMap { name, value in
                guard let name = try? AgentName(name),
                    let key = PublicKey(hexadecimal: Array(value.utf8).span)
                else { return nil }
                return Entry(name: name, key: key)
            }
            .sorted { $0.name.text < $1.name.text }
        owner = configuration.value(.userName)
    }

    /// The key of an agent; nil if there is no agent of the name.
    package func key(named name: String) -> PublicKey? {
        entries.first { $0.name.text == name }?.key
    }

    /// The agents by their names.
    package var users: [String: UserID] {
        Dictionary(entries.map { ($0.name.text, UserID($0.key)) }) { first, _ in first }
    }

    /// An agent as lists show it; nil if the user's key is not an agent's.
    package func title(of user: UserID) -> String? {
        entries.first { UserID($0.key) == user }?.name.title(owner: owner)
    }

    /// The key under which the configuration has an agent's public key.
    package static func configurationName(of name: AgentName) -> Configuration.Name? {
        Configuration.Name("\(section).\(name.text).\(member)")
    }
}

extension UserHome {
    /// The agent whose key signs; nil where the user's own does.
    ///
    /// - Throws: wrong usage if the variable is not a name.
    package func agent() throws(RedoError) -> AgentName? {
        try variables.value(of: AgentName.variable).map { text throws(RedoError) in
            try AgentName(text)
        }
    }

    /// The directory of the key of an agent, which may be missing.
    ///
    /// - Throws: STORAGE_001 if the user has no home.
    package func keyDirectory(of agent: AgentName) throws(RedoError) -> String {
        Path.join(Path.join(try configurationDirectory(), "agents"), agent.text)
    }

    /// The directory of the keys that sign: the agent's, else the user's.
    ///
    /// - Throws: STORAGE_001 if the user has no home, wrong usage for the name of an agent that cannot be one.
    package func keyDirectory() throws(RedoError) -> String {
        if let agent = try agent() { return try keyDirectory(of: agent) }
        return Path.join(try configurationDirectory(), "keys")
    }
}

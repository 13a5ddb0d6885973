import RedoCommandLine
import RedoCommandParts
import RedoSystem

/// `redo skill`: writes how to use redo into a file that programs read.
package struct SkillCommand: ParsableCommand {
    private static let skill = OptionSpecification.flag(
        "skill", "write SKILL.md instead of AGENTS.md")
    private static let remove = OptionSpecification.flag("remove", "remove the block")
    private static let dryRun = OptionSpecification.dryRun(
        "print what the file would be, and write nothing")

    package static let specification = CommandSpecification(
        "skill", "Write how to use redo into AGENTS.md, for programs",
        operands: [.optional(.value(.directory))], options: [skill, remove, dryRun],
        statuses: .plain(done: "the file is as requested"))

    private let directory: String
    private let isSkill: Bool
    private let isRemoving: Bool
    private let isDryRun: Bool

    package init(_ arguments: Arguments) {
        directory = arguments.operands.first ?? "."
        isSkill = arguments.has(Self.skill)
        isRemoving = arguments.has(Self.remove)
        isDryRun = arguments.has(Self.dryRun)
    }

    /// The maximum size in bytes of an existing file. A larger one was not written for programs to read as a whole.
    private static let maximumByteCount = 1 << 24

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let name = Path.join(directory, isSkill ? "SKILL.md" : "AGENTS.md")
        let path = context.surroundings.located(name)
        let old = try failing(.notFound, "the file cannot be read") {
            () throws(SystemError) -> [UInt8]? in
            guard try Files.status(of: path) != nil else { return nil }
            return try Files.read(path)
        }
        guard old?.count ?? 0 <= Self.maximumByteCount else {
            throw RedoError(
                .notFound, "\(name) has more than \(Self.maximumByteCount) bytes", at: name)
        }
        let new = try contents(instead: old, name, context.suite)
        if isDryRun {
            try context.print(new ?? [])
            return .done
        }
        guard new != old else {
            try context.print(withPaths: "unchanged \(name)\n")
            return .done
        }
        try failing(.writeFailed, "the file cannot be written") { () throws(SystemError) in
            let isLink = try Files.statusOfLink(path)?.kind == .link
            if new == nil, !isLink { return try Files.remove(path) }
            // What a link leads to stays, without contents.
            let new = new ?? []
            try Files.replaceTarget(of: path, with: new.span, mode: .kept(orNew: 0o644))
        }
        let verb = new == nil ? "removed" : old == nil ? "wrote" : "updated"
        try context.print(withPaths: "\(verb) \(name)\n")
        return .done
    }

    /// The new contents of the file; nil for no file.
    private func contents(
        instead old: [UInt8]?, _ name: String, _ suite: CommandSuite
    ) throws(RedoError) -> [UInt8]? {
        let front = isSkill ? Array(SkillBlock.frontMatter.map { "\($0)\n" }.joined().utf8) : []
        guard isRemoving else {
            return try SkillBlock(suite).added(to: old ?? front, name)
        }
        guard let old else { return nil }
        let rest = try SkillBlock.removed(from: old, name)
        // What only this command has written goes as a whole.
        return rest != old && (rest.isEmpty || rest == front) ? nil : rest
    }
}

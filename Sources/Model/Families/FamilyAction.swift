import RedoJSON
import RedoSystem

/// An action of a family other than `tasks`: a further action of the fields dialect, which does not change the state of
/// version 1 (docs/extensions.md).
///
/// Stage 1 accepts any form of its data, as clients do that do not support the action. The family judges the form: see
/// ``mistake(in:fields:)``.
package struct FamilyAction: Sendable {
    package let name: StaticString
    let subject: SubjectSource
    /// The inverse of a node of the action.
    let inverse: Inverse
    /// Whether a node without a key or a signature is void.
    private let needsSignature: Bool
    /// The form of the fields; nil if this version supports only the subject.
    private let form: ActionForm?
    /// The field that a log shows beside the action; nil if there is none.
    private let shown: StaticString?

    init(
        _ name: StaticString, of subject: SubjectSource, _ fields: [ActionForm.Field]? = nil,
        showing shown: StaticString? = nil, isSigned needsSignature: Bool = false,
        inverse: Inverse = .none(Inverse.noField),
        mistake: @escaping @Sendable (JSONElement) -> String? = { _ in nil }
    ) {
        self.name = name
        self.subject = subject
        self.inverse = inverse
        self.shown = shown
        self.needsSignature = needsSignature
        form = fields.map { .closed($0, mistake: mistake) }
    }

    /// All actions of all families but `tasks`.
    private static let all = ActionFamily.allCases.flatMap(\.further)

    /// Its fields.
    package var fields: [ActionForm.Field] { form?.fields ?? [] }

    /// The names of its fields.
    var fieldNames: [StaticString] { form?.fields.map(\.name) ?? [] }

    /// Returns the definition of an action; nil for one of `tasks`, and for one of no family.
    package static func definition(of action: Action) -> FamilyAction? {
        action.isKnown ? nil : all.first { action.isNamed($0.name) }
    }

    /// Why a node of the action is void in every log: its form is wrong, or it is not signed; nil if neither is so.
    func fault(in node: Node, fields: JSONElement?) -> VoidReason? {
        if let mistake = mistake(in: node, fields: fields) { return .malformed(mistake) }
        return needsSignature && !(node.isSigned && node.author.publicKey != nil) ? .unsigned : nil
    }

    /// The mistake in a node of the action: in its subject or its fields; nil if there is none.
    func mistake(in node: Node, fields: JSONElement?) -> String? {
        if let mistake = subject.mistake(in: node, fields, of: name) { return mistake }
        guard let form else { return nil }
        guard let fields else { return "\(name) needs fields" }
        var mistakes = RejectionCollector()
        FieldsCheck(action: node.action, dialect: .fields, form: form).run(fields, &mistakes)
        return mistakes.first?.detail
    }

    /// The text that a log shows after the action; empty if there is none.
    func detail(of node: Node) -> String {
        guard let shown else { return "" }
        return node.fields?[shown]?.string?.printable ?? ""
    }
}

extension Node {
    /// The parsed `fields` of a node in the fields dialect; nil for the other dialect.
    package var fields: JSONElement? {
        guard dialect == .fields, let body = try? JSONDocument(encoding.body) else { return nil }
        return body.root["data"]?["fields"]
    }
}

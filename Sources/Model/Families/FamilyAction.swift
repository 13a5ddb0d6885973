import RedoJSON
import RedoSystem

/// An action of a family other than `tasks`: a further action of the fields dialect, which the state of
/// version 1 does not see (docs/extensions.md).
///
/// Stage 1 lets every form of its data pass, since a client that does not know the action does so too. The
/// family judges the form: see ``mistake(in:)``.
package struct FamilyAction: Sendable {
    package let name: StaticString
    let subject: SubjectSource
    /// What takes a node of the action back.
    let inverse: Inverse
    /// Whether a node without a key or a signature is void.
    private let needsSignature: Bool
    /// Nil if this version knows the subject alone.
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
    private static let all =
        OrganisationActions.all + SharingActions.all + PeopleActions.all + RoomActions.all
        + ClaimActions.all

    /// Its fields.
    package var fields: [ActionForm.Field] { form?.fields ?? [] }

    /// The names of its fields.
    var fieldNames: [StaticString] { form?.fields.map(\.name) ?? [] }

    /// Finds the definition of an action; nil for one of `tasks`, and for one that no family has.
    package static func definition(of action: Action) -> FamilyAction? {
        action.isKnown ? nil : all.first { action.isNamed($0.name) }
    }

    /// Why a node of the action is void whatever the log is: its form, or that it is not signed; nil if it
    /// is not.
    func fault(in node: Node, fields: JSONElement?) -> VoidReason? {
        if let mistake = mistake(in: node, fields: fields) { return .malformed(mistake) }
        return needsSignature && !(node.isSigned && node.author.publicKey != nil) ? .unsigned : nil
    }

    /// What is wrong with a node of the action: its subject or its fields; nil if nothing is.
    func mistake(in node: Node, fields: JSONElement?) -> String? {
        if let mistake = subject.mistake(in: node, fields, of: name) { return mistake }
        guard let form else { return nil }
        guard let fields else { return "\(name) needs fields" }
        var mistakes = RejectionCollector()
        FieldsCheck(action: node.action, dialect: .fields, form: form).run(fields, &mistakes)
        return mistakes.first?.detail
    }

    /// What a log shows of a node beside the action; empty if there is nothing.
    func detail(of node: Node) -> String {
        guard let shown else { return "" }
        return node.fields?[shown]?.string?.printable ?? ""
    }
}

extension Node {
    /// What `fields` of a node in the fields dialect holds, parsed; nil for the other dialect.
    package var fields: JSONElement? {
        guard dialect == .fields, let body = try? JSONDocument(encoding.body) else { return nil }
        return body.root["data"]?["fields"]
    }
}

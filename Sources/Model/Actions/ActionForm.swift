import RedoJSON
import RedoSystem

/// The data of an action in one dialect.
package struct ActionForm: Sendable {
    package struct Field: Sendable {
        package let name: StaticString
        package let form: FieldForm
        var isRequired = false
        /// The code of a node that lacks the field, if it is required.
        var absence = ErrorCode.schemaMismatch
    }

    static let maximumParentCount = 10

    package let fields: [Field]
    /// Whether other fields may be beside these: kept verbatim in the fields dialect, refused in the payload dialect.
    let isOpen: Bool
    /// The number of parents of a node of this action.
    let parentCount: ClosedRange<Int>
    /// Other fields that must not be beside these.
    let reserved: [StaticString]
    /// Whether ``MergeReader`` checks the whole form.
    let isDecision: Bool
    /// Whether `conflictResolution` may be beside the fields.
    let allowsConflictResolution: Bool
    /// Returns the mistake of the fields together; nil if there is none.
    let mistake: @Sendable (JSONElement) -> String?

    private init(
        _ fields: [Field], isOpen: Bool, parents: ClosedRange<Int>, reserved: [StaticString] = [],
        isDecision: Bool = false, allowsConflictResolution: Bool = false,
        mistake: @escaping @Sendable (JSONElement) -> String?
    ) {
        self.fields = fields
        self.isOpen = isOpen
        parentCount = parents
        self.reserved = reserved
        self.isDecision = isDecision
        self.allowsConflictResolution = allowsConflictResolution
        self.mistake = mistake
    }

    /// The form of an action that this version does not define.
    static let open = ActionForm.fields([])

    /// A form in the fields dialect.
    static func fields(
        _ fields: [Field], parents: ClosedRange<Int> = 0...maximumParentCount,
        reserved: [StaticString] = [], allowsConflictResolution: Bool = false,
        mistake: @escaping @Sendable (JSONElement) -> String? = { _ in nil }
    ) -> ActionForm {
        ActionForm(
            fields, isOpen: true, parents: parents, reserved: reserved,
            allowsConflictResolution: allowsConflictResolution, mistake: mistake)
    }

    /// A form in the fields dialect without other fields.
    static func closed(
        _ fields: [Field], mistake: @escaping @Sendable (JSONElement) -> String?
    ) -> ActionForm {
        ActionForm(fields, isOpen: false, parents: 0...maximumParentCount, mistake: mistake)
    }

    /// A form in the payload dialect.
    static func payload(
        _ fields: [Field], parents: ClosedRange<Int> = 1...1, reserved: [StaticString] = [],
        mistake: @escaping @Sendable (JSONElement) -> String? = { _ in nil }
    ) -> ActionForm {
        ActionForm(fields, isOpen: false, parents: parents, reserved: reserved, mistake: mistake)
    }

    /// The form of a merge in the payload dialect.
    static let decision = ActionForm(
        [], isOpen: false, parents: 2...maximumParentCount, isDecision: true
    ) { _ in nil }
}

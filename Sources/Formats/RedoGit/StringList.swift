internal import CGit2

/// Texts in the form of libgit2. Owns copies.
@safe struct StringList: ~Copyable {
    private let strings: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ texts: [String]) {
        unsafe strings = .allocate(capacity: texts.count)
        for (index, text) in texts.enumerated() {
            let bytes = text.utf8CString
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            for (index, byte) in bytes.enumerated() {
                unsafe (copy + index).initialize(to: byte)
            }
            unsafe strings.initializeElement(at: index, to: copy)
        }
    }

    deinit {
        for index in unsafe strings.indices { unsafe strings[index]?.deallocate() }
        unsafe strings.deallocate()
    }

    func withArray(_ body: (UnsafePointer<git_strarray>) -> Int32) -> Int32 {
        var array = unsafe git_strarray(strings: strings.baseAddress, count: strings.count)
        return unsafe body(&array)
    }
}

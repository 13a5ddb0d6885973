internal import CGit2
import RedoSystem

// The functions that libgit2 calls. The payload is the transfer to which the call belongs; the remote keeps it alive.

extension GitTransfer {
    /// The pointer that libgit2 passes to its callbacks.
    var payload: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    private static func transfer(_ payload: UnsafeMutableRawPointer?) -> GitTransfer? {
        // The pointer was created from a transfer that is alive.
        unsafe payload.map { unsafe Unmanaged<GitTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The functions that libgit2 calls, for this transfer.
    var callbacks: redo_git_callbacks {
        var callbacks = unsafe redo_git_callbacks()
        unsafe callbacks.payload = payload
        unsafe callbacks.credentials = { result, _, _, allowed, payload in
            guard let transfer = unsafe GitTransfer.transfer(payload), let result = unsafe result
            else { return GIT_EUSER.rawValue }
            return unsafe transfer.credential(result, allowed: allowed)
        }
        unsafe callbacks.certificate_check = { _, valid, _, payload in
            guard let transfer = unsafe GitTransfer.transfer(payload) else {
                return GIT_EUSER.rawValue
            }
            return transfer.result(certificateIsValid: valid == 1)
        }
        unsafe callbacks.transfer_progress = { progress, payload in
            guard let transfer = unsafe GitTransfer.transfer(payload),
                let progress = unsafe progress?.pointee
            else { return GIT_EUSER.rawValue }
            return transfer.received(
                objects: Int(progress.received_objects), of: Int(progress.total_objects),
                byteCount: progress.received_bytes)
        }
        unsafe callbacks.pack_progress = { _, _, _, payload in
            Signals.isTerminationPending
                ? unsafe GitTransfer.transfer(payload)?.fail(.terminated) ?? -1 : 0
        }
        unsafe callbacks.push_transfer_progress = { current, total, _, payload in
            unsafe GitTransfer.transfer(payload)?.sent(objects: Int(current), of: Int(total)) ?? -1
        }
        unsafe callbacks.sideband_progress = { text, count, payload in
            guard let transfer = unsafe GitTransfer.transfer(payload), let text = unsafe text else {
                return GIT_EUSER.rawValue
            }
            // The bytes live during the call.
            unsafe transfer.words.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
            return 0
        }
        unsafe callbacks.push_update_reference = { name, status, payload in
            guard let transfer = unsafe GitTransfer.transfer(payload), let name = unsafe name else {
                return GIT_EUSER.rawValue
            }
            let refusal = unsafe status.map { unsafe String(cString: $0) }
            transfer.verdicts.append((unsafe String(cString: name), refusal))
            return 0
        }
        unsafe callbacks.push_negotiation = { updates, count, payload in
            guard let transfer = unsafe GitTransfer.transfer(payload) else {
                return GIT_EUSER.rawValue
            }
            var found: [(name: String, target: GitObjectID?)] = []
            // The list lives during the call.
            for index in 0..<count {
                guard let update = unsafe updates?[index]?.pointee,
                    let name = unsafe update.dst_refname
                else { return GIT_EUSER.rawValue }
                // All zeros denote a missing reference.
                let old = GitObjectID(unsafe update.src)
                found.append(
                    (unsafe String(cString: name), old == GitObjectID(git_oid()) ? nil : old))
            }
            return transfer.negotiate(found)
        }
        if case .ssh = url.location {
            unsafe callbacks.transport = { result, remote, payload in
                var definition = unsafe git_smart_subtransport_definition(
                    callback: makeSubtransport, rpc: 0, param: payload)
                return unsafe git_transport_smart(result, remote, &definition)
            }
        }
        return unsafe callbacks
    }

    private func result(certificateIsValid isValid: Bool) -> Int32 {
        if isValid { return 0 }
        return fail(
            RedoError(
                .unauthenticated, "the certificate of \(url.text) is not valid",
                hints: [
                    "if your own authority issued it: git config --global http.sslCAInfo FILE"
                ]))
    }

    fileprivate static func from(_ owner: UnsafeMutableRawPointer?) -> GitTransfer? {
        unsafe transfer(owner)
    }
}

// MARK: ssh

/// Creates the transport through which libgit2 communicates with a program. libgit2 frees it with its `free`.
private func makeSubtransport(
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<git_smart_subtransport>?>?,
    _ transport: UnsafeMutablePointer<git_transport>?, _ payload: UnsafeMutableRawPointer?
) -> Int32 {
    let subtransport = UnsafeMutablePointer<redo_git_subtransport>.allocate(capacity: 1)
    unsafe subtransport.initialize(to: redo_git_subtransport())
    unsafe subtransport.pointee.owner = unsafe payload
    unsafe subtransport.pointee.base.action = { result, subtransport, _, service in
        unsafe openStream(result, subtransport, service)
    }
    unsafe subtransport.pointee.base.close = { subtransport in
        unsafe transfer(of: subtransport)?.disconnect()
        return 0
    }
    unsafe subtransport.pointee.base.free = { subtransport in
        unsafe transfer(of: subtransport)?.disconnect()
        unsafe UnsafeMutableRawPointer(subtransport)?
            .assumingMemoryBound(to: redo_git_subtransport.self).deallocate()
    }
    // The base is the first member.
    unsafe result?.pointee = UnsafeMutableRawPointer(subtransport)
        .assumingMemoryBound(to: git_smart_subtransport.self)
    return 0
}

/// The memory was allocated above: the base is the first member.
private func whole(
    _ subtransport: UnsafeMutablePointer<git_smart_subtransport>?
) -> UnsafeMutablePointer<redo_git_subtransport>? {
    unsafe UnsafeMutableRawPointer(subtransport)?
        .assumingMemoryBound(to: redo_git_subtransport.self)
}

private func transfer(of subtransport: UnsafeMutablePointer<git_smart_subtransport>?)
    -> GitTransfer?
{
    unsafe GitTransfer.from(whole(subtransport)?.pointee.owner)
}

private func transfer(ofStream stream: UnsafeMutablePointer<git_smart_subtransport_stream>?)
    -> GitTransfer?
{
    unsafe UnsafeMutableRawPointer(stream).flatMap { stream in
        unsafe GitTransfer.from(
            stream.assumingMemoryBound(to: redo_git_stream.self).pointee.owner)
    }
}

/// Starts the program, or continues with the one that has listed its references.
private func openStream(
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<git_smart_subtransport_stream>?>?,
    _ subtransport: UnsafeMutablePointer<git_smart_subtransport>?, _ service: git_smart_service_t
) -> Int32 {
    guard let connection = unsafe whole(subtransport),
        let transfer = unsafe transfer(of: subtransport)
    else { return -1 }
    if let stream = unsafe connection.pointee.stream {
        unsafe result?.pointee = UnsafeMutableRawPointer(stream)
            .assumingMemoryBound(to: git_smart_subtransport_stream.self)
        return 0
    }
    do throws(RedoError) {
        switch service {
        case GIT_SERVICE_UPLOADPACK_LS: _ = try transfer.connect(.sending)
        case GIT_SERVICE_RECEIVEPACK_LS: _ = try transfer.connect(.receiving)
        default: return -1
        }
    } catch {
        return transfer.fail(error)
    }
    let stream = UnsafeMutablePointer<redo_git_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: redo_git_stream())
    unsafe stream.pointee.owner = transfer.payload
    unsafe stream.pointee.base.subtransport = unsafe subtransport
    unsafe stream.pointee.base.read = { stream, buffer, capacity, count in
        unsafe receive(stream, buffer, capacity, count)
    }
    unsafe stream.pointee.base.write = { stream, buffer, count in
        unsafe send(stream, buffer, count)
    }
    unsafe stream.pointee.base.free = { stream in
        unsafe whole(stream?.pointee.subtransport)?.pointee.stream = nil
        unsafe UnsafeMutableRawPointer(stream)?
            .assumingMemoryBound(to: redo_git_stream.self).deallocate()
    }
    unsafe connection.pointee.stream = stream
    unsafe result?.pointee = UnsafeMutableRawPointer(stream)
        .assumingMemoryBound(to: git_smart_subtransport_stream.self)
    return 0
}

private func receive(
    _ stream: UnsafeMutablePointer<git_smart_subtransport_stream>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
    unsafe count?.pointee = 0
    guard let transfer = unsafe transfer(ofStream: stream),
        let connection = transfer.openConnection
    else { return -1 }
    do throws(RedoError) {
        var bytes: [UInt8] = []
        let received = try connection.read(atMost: capacity, into: &bytes)
        try transfer.countListed(received)
        // At most as many bytes as the buffer's capacity.
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: capacity).copyBytes(from: bytes)
        unsafe count?.pointee = received
        return 0
    } catch {
        return transfer.fail(error)
    }
}

private func send(
    _ stream: UnsafeMutablePointer<git_smart_subtransport_stream>?,
    _ buffer: UnsafePointer<CChar>?, _ count: Int
) -> Int32 {
    guard let transfer = unsafe transfer(ofStream: stream),
        let connection = transfer.openConnection
    else { return -1 }
    do throws(RedoError) {
        // The buffer lives during the call.
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: buffer, count: count))
        try connection.write(bytes.span) { transfer.readLastMessages($0) }
        return 0
    } catch {
        return transfer.fail(error)
    }
}

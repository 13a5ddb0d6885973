// A library that is preloaded into a program: it records what the program does to files, and lets an operation fail.
//
// REDO_FAULT_LOG     the log: a file of at least 4096 zeros, which the test makes; without it the library does nothing
// REDO_FAULT_FOLDER  operations on files in this folder, an absolute path without links, are counted and recorded
// REDO_FAULT_DATA    if set, the bytes that are written are recorded, too
// REDO_FAULT_KINDS   the kinds of operations that may fail, separated by commas; all if it is not set
// REDO_FAULT_NUMBER  the number of the operation that fails, among those of these kinds, from 1; 0 for none
// REDO_FAULT_ERROR   how: the number of an errno, `short` for half of the bytes, `kill` for the end of the process
// REDO_FAULT_LASTING if set, all of these kinds that follow fail as well
//
// The log is written by system calls of its own, so it is never counted and never fails. All processes of a command
// share it.
//
//   0     8 bytes  "RedoFlt1"
//   8     4 bytes  the lock
//   16    8 bytes  number of operations of the wanted kinds so far
//   24    8 bytes  end of the records
//   32    8 bytes  how many failed on purpose
//   4096  records
//
// A record, little-endian: its size, kind, process and errno (32 bits each); the number of the inode, an offset, a
// count of bytes (64 bits each); the sizes of two paths and of the data (32 bits each, then 32 bits of zero); and
// these three.
#ifndef REDO_FAULTS_H
#define REDO_FAULTS_H

enum redo_fault_kind {
    redo_open = 1, redo_create, redo_write, redo_truncate, redo_fsync, redo_syncfs, redo_rename, redo_link,
    redo_unlink, redo_rmdir, redo_mkdir, redo_symlink, redo_chmod, redo_close, redo_read, redo_list, redo_status,
    redo_map, redo_lock, redo_memory,
};

#endif

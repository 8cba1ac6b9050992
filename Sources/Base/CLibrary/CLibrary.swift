// The functions of the C library under one name, whatever the system calls it.

#if canImport(Glibc)
@_exported import Glibc
#else
@_exported import Darwin
#endif

// The C library's functions under one module name on every system.

#if canImport(Glibc)
@_exported import Glibc
#else
@_exported import Darwin
#endif

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Bytes from and to descriptors and files, without a copy on the way: the system calls that need
/// pointers.
enum FileBytes {
  /// Writes all of the bytes; false where the other side is gone.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while let base = buffer.baseAddress, written < buffer.count {
        let count = systemWrite(descriptor, base + written, buffer.count - written)
        if count > 0 {
          written += count
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// Reads a whole file into one array of just its size.
  static func read(_ path: String) throws(BenchmarkError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .system("open \(path)") }
    defer { close(descriptor) }
    let size = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    lseek(descriptor, 0, SEEK_SET)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while let base = buffer.baseAddress, count < size {
        let read = systemRead(descriptor, base + count, size - count)
        if read <= 0, errno != EINTR { return }
        count += max(0, read)
      }
    }
    guard bytes.count == size else { throw .system("read \(path)") }
    return bytes
  }

  /// The size of a file; 0 where there is none.
  static func size(_ path: String) -> Int {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    return max(0, Int(lseek(descriptor, 0, SEEK_END)))
  }

  /// Reads what has come, at most `max` bytes; nil at the end.
  static func chunk(from descriptor: Int32, max: Int = 65_536) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max) { buffer, count in
      repeat {
        result = systemRead(descriptor, buffer.baseAddress, max)
      } while result < 0 && errno == EINTR
      count = Swift.max(0, result)
    }
    return result > 0 ? bytes : nil
  }

  /// Makes a folder, unless it is there.
  static func makeFolder(_ path: String) throws(BenchmarkError) {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .system("mkdir \(path)") }
  }

  /// Makes a file of these bytes.
  static func make(_ path: String, _ bytes: [UInt8]) throws(BenchmarkError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw .system("open \(path)") }
    defer { close(descriptor) }
    guard write(bytes, to: descriptor) else { throw .system("write \(path)") }
  }

  private static func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
    #else
    Darwin.write(descriptor, bytes, count)
    #endif
  }

  private static func systemRead(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
    Glibc.read(descriptor, bytes, count)
    #else
    Darwin.read(descriptor, bytes, count)
    #endif
  }
}

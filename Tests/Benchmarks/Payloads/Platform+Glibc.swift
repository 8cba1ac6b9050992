#if canImport(Glibc)
import Glibc

/// What Linux spells in its own way.
enum Platform {
  typealias ThreadHandle = pthread_t
  typealias SpawnActions = posix_spawn_file_actions_t

  static func makeSpawnActions() -> SpawnActions { posix_spawn_file_actions_t() }

  /// Starts a thread that runs the boxed work; 0 or the reason.
  static func startThread(
    _ handle: inout ThreadHandle?, _ work: UnsafeMutableRawPointer
  ) -> Int32 {
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { work in
        if let work { BackgroundThread.run(work) }
        return nil
      }, work)
    handle = result == 0 ? thread : nil
    return result
  }

  /// The path of this program.
  static var executablePath: String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return CommandLine.arguments[0] }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// The variables of the environment, the last nil.
  static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
}
#endif

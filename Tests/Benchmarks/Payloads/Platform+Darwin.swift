#if canImport(Darwin)
import Darwin
import MachO

/// What macOS spells in its own way.
enum Platform {
  typealias ThreadHandle = pthread_t
  typealias SpawnActions = posix_spawn_file_actions_t?

  static func makeSpawnActions() -> SpawnActions { nil }

  /// Starts a thread that runs the boxed work; 0 or the reason.
  static func startThread(
    _ handle: inout ThreadHandle?, _ work: UnsafeMutableRawPointer
  ) -> Int32 {
    pthread_create(
      &handle, nil,
      { work in
        BackgroundThread.run(work)
        return nil
      }, work)
  }

  /// The path of this program.
  static var executablePath: String {
    var size = UInt32(4_096)
    var path = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&path, &size) == 0 else { return CommandLine.arguments[0] }
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The variables of the environment, the last nil. The headers of macOS have no `environ`.
  static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    typealias Variables = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    typealias Function = @convention(c) () -> UnsafeMutablePointer<Variables?>
    let everywhere = UnsafeMutableRawPointer(bitPattern: -2)  // RTLD_DEFAULT
    guard let symbol = dlsym(everywhere, "_NSGetEnviron") else { return nil }
    return unsafeBitCast(symbol, to: Function.self)().pointee
  }
}
#endif

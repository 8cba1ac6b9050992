import System

/// Limits on the files that are written to.
package struct WriterLimits: Sendable {
  /// The most files written to at once; others wait.
  package var threadsMax = 32
  /// The most files that stay open while nothing is written to them.
  package var openFilesMax = 64

  /// The defaults.
  package init() {}
}

/// The threads that write to files. Work on one file is done in the order in which it was added,
/// regardless of what other files wait for.
///
/// A thread runs as long as its file has something to do. A path that is spelled in two ways is two
/// files here, which wait for each other as two programs do.
package final class StoreWriters: Sendable {
  /// Something that is done with a file.
  package typealias Work = @Sendable (StoreFile) -> Void

  /// A file on its way to its thread. `@unchecked Sendable`: only the thread that has taken it
  /// touches the file.
  private struct FileLease: @unchecked Sendable {
    let file: StoreFile
  }

  /// A file and what is to be done with it.
  private struct Entry {
    let lease: FileLease
    var work: [Work] = []
    /// A thread has it, or it is in line for one.
    var isBusy = false
    /// Those who have not given it up.
    var users = 0
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// Files that wait for a thread, first come first.
    var line: [String] = []
    var threads = 0
  }

  private let state = Guarded(State())
  private let limits: WriterLimits
  private let libraries: [String]

  /// Writers without a file. `library`: where SQLite is found, in order.
  package init(
    limits: WriterLimits = WriterLimits(), library fileNames: [String] = SQLiteLibrary.fileNames
  ) {
    self.limits = limits
    libraries = fileNames
  }

  // MARK: Work

  /// Keeps the file of a path until it is given up.
  package func join(_ path: String) {
    state.withLock { state in
      let file = StoreFile(path: path, library: libraries)
      state.entries[path, default: Entry(lease: FileLease(file: file))].users += 1
    }
  }

  /// Gives a file up; what is to be done with it is still done.
  package func leave(_ path: String) {
    state.withLock { state in
      state.entries[path]?.users -= 1
      if state.entries[path]?.isBusy == false { StoreWriters.forget(path, &state) }
    }
  }

  /// Does something with a file that is joined, on its thread, after all that came before.
  package func add(_ path: String, _ work: @escaping Work) {
    let starts = state.withLock { state in
      state.entries[path]?.work.append(work)
      guard state.entries[path]?.isBusy == false else { return false }
      state.entries[path]?.isBusy = true
      state.line.append(path)
      guard state.threads < limits.threadsMax else { return false }
      state.threads += 1
      return true
    }
    guard starts else { return }
    do throws(SystemError) {
      _ = try Thread { [self] in run() }
    } catch {
      run()  // no thread is left: whoever adds has to wait
    }
  }

  /// Waits until nothing is to be done any more, for this many seconds at most: for tests.
  func finish(seconds: Double) {
    _ = state.wait(until: SystemClock.monotonicSeconds + seconds) { $0.threads == 0 ? () : nil }
  }

  // MARK: On a thread

  /// Takes files from the line until it is empty.
  private func run() {
    while let (path, lease) = takeFile() {
      repeat {
        while let work = takeWork(path) { work(lease.file) }
        if state.withLock({ $0.entries.count > limits.openFilesMax }) { lease.file.close() }
      } while !close(path)
    }
    state.notify()
  }

  /// The next file in line; nil if there is none, and the thread then ends.
  private func takeFile() -> (path: String, FileLease)? {
    state.withLock { state in
      while !state.line.isEmpty {
        let path = state.line.removeFirst()
        if let entry = state.entries[path] { return (path, entry.lease) }
      }
      state.threads -= 1
      return nil
    }
  }

  private func takeWork(_ path: String) -> Work? {
    state.withLock { state in
      guard state.entries[path]?.work.isEmpty == false else { return nil }
      return state.entries[path]?.work.removeFirst()
    }
  }

  /// Gives the file back; false: there is more to do.
  private func close(_ path: String) -> Bool {
    state.withLock { state in
      guard state.entries[path]?.work.isEmpty ?? true else { return false }
      state.entries[path]?.isBusy = false
      StoreWriters.forget(path, &state)
      return true
    }
  }

  private static func forget(_ path: String, _ state: inout State) {
    if let entry = state.entries[path], entry.users <= 0 { state.entries[path] = nil }
  }
}

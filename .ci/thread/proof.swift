// Proves that the thread sanitizer sees what a Mutex guards, with `mutex.c` loaded, and still sees
// a race: without an argument nothing may be reported, with one something has to be.
import Glibc
import Synchronization

final class Counters: Sendable {
  let guarded = Mutex([0])
  nonisolated(unsafe) static var bare = 0

  func count(isRacy: Bool) {
    for _ in 0..<100_000 { guarded.withLock { $0[0] += 1 } }
    if isRacy { Counters.bare += 1 }
  }
}

let counters = Counters()
let isRacy = CommandLine.arguments.count > 1
let threads = (0..<4).map { _ in
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { _ in
      counters.count(isRacy: isRacy)
      return nil
    }, nil)
  return thread
}
for thread in threads { pthread_join(thread, nil) }
print(counters.guarded.withLock { $0[0] }, Counters.bare)

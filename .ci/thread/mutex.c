// Shows the thread sanitizer the half of Swift's Mutex that it cannot see. What a lock does that
// nobody holds is compiled into the code that takes it, and is seen. Where threads wait for each
// other, the rest is done in Swift's runtime, which is built without the sanitizer: to it, the lock
// would seem not to have been taken.
//
// Loaded with LD_PRELOAD, these two stand before the runtime's, do the same, and say so.
// `proof.swift` beside this file proves it.
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Absent from processes without the sanitizer, such as those that tests start.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
  SWIFT void (*real)(uint32_t, SELF) = (void *)dlsym(RTLD_NEXT, LOCK);
  real(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock(SELF) {
  SWIFT void (*real)(SELF) = (void *)dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(self);
  real(self);
}

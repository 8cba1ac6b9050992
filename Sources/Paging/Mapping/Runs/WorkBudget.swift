/// The work allowed for mapping one page, and a check that the caller still waits for it.
///
/// Time is counted in steps: a step of the program, a byte of a related value that is examined, a
/// state of a regular expression that is visited. So the work ends after some seconds, for any
/// mapping and any page, and soon after it is cancelled.
struct WorkBudget {
  /// The reason to end the mapping.
  enum Stop {
    case stepsSpent, valuesSpent, cancelled
  }

  /// The first reason to end.
  private(set) var stop: Stop?
  private var stepsLeft: Int
  private var valuesLeft: Int
  /// The number of steps left at which to look at the cancellation again.
  private var nextLook: Int
  private let isCancelled: @Sendable () -> Bool

  /// Steps between two looks at the cancellation: less than some milliseconds.
  private static let stepsBetweenLooks = 1 << 20

  /// A budget of this many steps, and of this many values in related lists at once.
  init(stepsMax: Int, valuesMax: Int, isCancelled: @escaping @Sendable () -> Bool) {
    stepsLeft = stepsMax
    valuesLeft = valuesMax
    nextLook = stepsMax
    self.isCancelled = isCancelled
  }

  /// The number of values that related lists may still take.
  var valuesMax: Int { max(0, valuesLeft) }

  /// Takes steps.
  @inline(__always)
  mutating func spend(_ steps: Int) {
    stepsLeft -= steps
    if stepsLeft <= nextLook { look() }
  }

  /// Takes values for as long as a related list is mapped; negative ones give them back.
  mutating func hold(values: Int) {
    valuesLeft -= values
    if valuesLeft < 0 { end(.valuesSpent) }
  }

  @inline(never)
  private mutating func look() {
    if stepsLeft < 0 {
      end(.stepsSpent)
    } else if isCancelled() {
      end(.cancelled)
    }
    nextLook = stepsLeft < 0 ? .min : max(0, stepsLeft - Self.stepsBetweenLooks) - 1
  }

  private mutating func end(_ reason: Stop) {
    if stop == nil { stop = reason }
  }
}

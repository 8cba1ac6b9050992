/// The value of an expression; its error as another one:
///
///     let session = try mapError(CallError.session, store.open(settings))
package func mapError<Value, Inner: Error, Outer: Error>(
  _ outer: (Inner) -> Outer, _ value: @autoclosure () throws(Inner) -> Value
) throws(Outer) -> Value {
  try mapErrors(outer, value)
}

/// The same for several statements.
package func mapErrors<Value, Inner: Error, Outer: Error>(
  _ outer: (Inner) -> Outer, _ body: () throws(Inner) -> Value
) throws(Outer) -> Value {
  do throws(Inner) {
    return try body()
  } catch {
    throw outer(error)
  }
}

extension Optional {
  /// The wrapped value; throws the error if it is nil.
  package func orThrow<Failure: Error>(
    _ error: @autoclosure () -> Failure
  ) throws(Failure) -> Wrapped {
    guard let self else { throw error() }
    return self
  }
}

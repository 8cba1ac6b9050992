/// Something that a session does once its state has been decided. Carries everything that it
/// needs; boxed, because it is handed on and never copied in parts.
indirect enum Effect: Sendable {
  case send(OutgoingRequest)
  case wait(OutgoingRequest, seconds: Double)
  /// Says after a time that what came ahead is too old.
  case expire(request: Int, RequestHandle, afterSeconds: Double)
  /// A response that came ahead is claimed, and no longer expires.
  case endWait(RequestHandle)
  /// Maps the items of a page.
  case map(UnmappedPage)
  /// Walks the lists within the items of a page to their end.
  case complete(InnerWork)
  case cancel(RequestHandle)
  /// Holds back other requests like this one.
  case hold(OutgoingRequest, seconds: Double)
  /// Asks the client about a page or for credentials, with params as JSON text.
  case ask(ClientMethod, request: Int, [UInt8])
  /// Stores items of a page; what depends on that is decided once it is done.
  case store(StoredPart, PageContent, Range<Int>)
  /// Ends storing: no more pages go to the store.
  case endStore(WalkEnd?, completion: @Sendable (SessionError?) -> Void)
  case reply(Reply)
  case deliver(WalkOrder, WalkPage)
  case report(WalkOrder, WalkProgress)
  case notify(PageEvent)
}

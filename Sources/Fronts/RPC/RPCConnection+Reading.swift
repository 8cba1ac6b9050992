internal import JSON
import System

// From bytes to the handler: the reader's side.

extension RPCConnection {
  /// Shorter messages are copied out of the buffer before they are validated.
  private static let copyBytesMax = 64 << 10

  /// Reads and handles messages; the exit code.
  func read(_ handler: any RPCHandler) -> Int32 {
    var decoder = FrameDecoder(
      framing: forcedFraming, messageBytesMax: limits.messageBytesMax,
      headerBytesMax: limits.headerBytesMax)
    while outbox.waitForRoom() {
      let chunk = (try? Descriptor.chunk(input)) ?? nil
      if let chunk { decoder.append(chunk) } else { decoder.end() }
      handleMessages(&decoder, handler)
      guard chunk != nil else {
        outgoingRequests.close()
        handler.inputEnded()
        outbox.drain(until: SystemClock.monotonicSeconds + limits.drainSecondsMax)
        return outbox.exitCode ?? (decoder.endedInside ? 1 : 0)
      }
      outbox.flush()
    }
    return outbox.exitCode ?? 1
  }

  /// Handles the messages that are there, as long as there is room for their responses.
  private func handleMessages(_ decoder: inout FrameDecoder, _ handler: any RPCHandler) {
    while outbox.waitForRoom(), let event = decoder.next() {
      if let framing = decoder.framing, framing != outbox.framing { outbox.use(framing) }
      switch event {
      case .message(let range): handleMessage(range, &decoder, handler)
      case .fault(let fault): refuse(fault)
      }
    }
  }

  /// Reports a fault of the decoder; the offset is that of the first byte that is not JSON.
  private func refuse(_ fault: FrameDecoder.Fault, offset: Int = 0) {
    switch fault {
    case .framing: refuse(RPCError.framing)
    case .truncated: refuse(RPCError.truncated)
    case .notJSON: refuse(RPCError.parseError(offset: offset))
    case .tooLarge: refuse(RPCError.messageTooLarge(maximum: limits.messageBytesMax))
    }
  }

  private func handleMessage(
    _ range: Range<Int>, _ decoder: inout FrameDecoder, _ handler: any RPCHandler
  ) {
    do throws(JSONSyntaxError) {
      if range.count <= Self.copyBytesMax {
        let bytes = Array(decoder.bytes[range])
        let scan = try JSONDocument.scan(bytes, plan: MessageFields.plan, depthMax: limits.depthMax)
        handle(scan.document, MessageFields(scan.slots), handler)
      } else {
        let document = try longDocument(range, &decoder)
        handle(document, MessageFields(of: document.root, in: document), handler)
      }
    } catch {
      if error.reason == .tooDeep {
        let id = MessageFields.id(ofTooDeep: Array(decoder.bytes[range])) ?? OutgoingMessage.noID
        return refuse(RPCError.tooDeep(maximum: limits.depthMax), id: id)
      }
      if let fault = decoder.reject() { refuse(fault, offset: error.offset) }
    }
  }

  /// A long message is validated where it is: what is not JSON costs no more than the part before
  /// the first wrong byte, however long the header says that it is.
  private func longDocument(
    _ range: Range<Int>, _ decoder: inout FrameDecoder
  ) throws(JSONSyntaxError) -> JSONDocument {
    let document: JSONDocument
    do {
      document = try JSONDocument(decoder.bytes, in: range, depthMax: limits.depthMax)
    } catch {
      throw JSONSyntaxError(error.reason, error.offset - range.lowerBound)
    }
    if decoder.releaseBuffer() { return document }
    return try JSONDocument(Array(decoder.bytes[range]), depthMax: limits.depthMax)
  }

  private func handle(
    _ document: JSONDocument, _ fields: MessageFields, _ handler: any RPCHandler
  ) {
    switch document.root.kind {
    case .object:
      handle(RPCMessage(fields, in: document), document, bytes: document.bytes.count, nil, handler)
    case .array: handleBatch(document, handler)
    default: refuse(RPCError.invalidRequest(RPCMessage.Advice.object))
    }
  }

  private func handleBatch(_ document: JSONDocument, _ handler: any RPCHandler) {
    guard handler.takesBatches else {
      return refuse(RPCError.invalidRequest(RPCMessage.Advice.noBatch))
    }
    let count = document.elementCount(of: document.root)
    guard count > 0 else { return refuse(RPCError.invalidRequest(RPCMessage.Advice.emptyBatch)) }
    guard count <= limits.batchMessagesMax else {
      return refuse(
        RPCError.invalidRequest("Send at most \(limits.batchMessagesMax) messages in a batch."))
    }
    let batch = BatchReply(responseBytesMax: limits.messageBytesMax)
    for element in document.elements(of: document.root) {
      if element.kind == .object {
        handle(
          RPCMessage(MessageFields(of: element, in: document), in: document), document,
          bytes: element.range.count, batch, handler)
      } else {
        batch.expect()
        refuse(RPCError.invalidRequest(RPCMessage.Advice.object), in: batch)
      }
    }
    var transaction = Outbox.Transaction()
    let responses = batch.endOfBatch(&transaction)
    outbox.send(responses, transaction, isCorked: true)
  }

  private func handle(
    _ message: RPCMessage, _ document: JSONDocument, bytes: Int, _ batch: BatchReply?,
    _ handler: any RPCHandler
  ) {
    switch message {
    case .request(let id, let request):
      batch?.expect()
      let reply = RPCReply(
        id: Array(document.bytes[id.range]), cost: bytes + limits.requestOverheadBytes,
        pendingReplies: pendingReplies,
        batch: batch)
      handler.handle(request, reply)
      reply.open()
    case .notification(let notification):
      if notification.method == "$/cancelRequest", handler.takesCancelRequests {
        cancel(notification)
      } else {
        handler.handle(notification)
      }
    case .response(let id, let result, let error):
      outgoingRequests.take(id, result: result, error: error, in: document)
    case .invalid(let id, let error):
      batch?.expect()
      refuse(
        error, id: id.isAbsent ? OutgoingMessage.noID : Array(document.bytes[id.range]), in: batch)
    }
  }

  /// `{"id": 7}` gives up the open requests whose id has the same text.
  private func cancel(_ notification: RPCRequest) {
    let document = notification.document
    guard let id = document.member("id", of: notification.params) else { return }
    cancel(id: Array(document.bytes[id.range]))
  }

  /// Has those give up who work on open requests whose id has that text.
  package func cancel(id: [UInt8]) { pendingReplies.cancel(id: id) }

  private func refuse(
    _ error: RPCError, id: [UInt8] = OutgoingMessage.noID, in batch: BatchReply? = nil
  ) {
    pendingReplies.send(.failure(error), id: id, in: batch)
  }
}

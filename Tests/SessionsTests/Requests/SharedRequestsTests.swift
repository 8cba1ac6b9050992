import HTTP
import JSON
import Pagination
import Synchronization
import TestSupport
import Testing

@testable import Sessions

/// Requests under way, and who is interested in them.
struct SharedRequestsTests {
  private var collection: PagedList
  private var requests = Requests(paginatorID: "p", mayRequestCredentials: false)

  init() throws { collection = try PagedList(Pages.numbered()) }

  private func requested(_ page: Int) -> RequestedPage { collection.requested(page, at: .computed) }

  private mutating func add(
    _ page: Int, for job: JobID, parameters: [QueryParameter] = [], isShareable: Bool = true
  ) throws -> OutgoingRequest {
    try requests.add(
      requested(page), for: job,
      Requests.Options(parameters: parameters, isShareable: isShareable), in: collection)
  }

  private func parameters(_ text: String) throws -> [QueryParameter] {
    var fields = try JSONFields(json(text), path: "")
    return try RequestTemplate.queryParameters(&fields)
  }

  private mutating func receive(
    _ dispatch: OutgoingRequest, _ response: HTTPResponse
  ) -> Requests.Next? {
    requests.receive(
      .success(response), for: dispatch.id,
      at: Requests.ClockReading(epochSeconds: 0, random: { 0 }),
      in: &collection)
  }

  @Test mutating func jobJoinsTheRequestForTheSamePage() throws {
    let dispatch = try add(2, for: 1)
    let joined = [
      requests.share(requested(2), with: 5), requests.share(requested(2), with: 5),
      requests.share(requested(3), with: 5),
    ]
    #expect(joined == [true, true, false])
    #expect(requests.pages(of: 1) == [2] && requests.pages(of: 5) == [2])
    guard case .read(let arrived, _) = receive(dispatch, HTTPResponse(status: 200)) else {
      Issue.record("the response is not read")
      return
    }
    #expect(arrived.request.interested == [1, 5] && requests.isEmpty)
  }

  @Test mutating func requestOfItsOwnKindIsNotShared() throws {
    _ = try add(2, for: 1, isShareable: false)
    _ = try add(3, for: 1, parameters: parameters(#"{"parameters":{"q":"x"}}"#))
    let joined = [requests.share(requested(2), with: 5), requests.share(requested(3), with: 5)]
    #expect(joined == [false, false])
    #expect(requests.shareablePages(besides: 5).isEmpty)
  }

  @Test mutating func requestEndsWithTheLastInterest() throws {
    let dispatch = try add(2, for: 1)
    _ = try add(3, for: 1)
    _ = requests.share(requested(2), with: 5)
    let withdrawn = requests.withdraw(1).map(\.page)
    #expect(withdrawn == [3] && requests.pages == [2])
    let last = requests.withdraw(5).map(\.page)
    #expect(last == [2] && requests.isEmpty)
    let late = receive(dispatch, HTTPResponse(status: 200))
    #expect(late == nil)
  }

  @Test mutating func interestOutlivesRedirectsAndRetries() throws {
    let moved = try add(2, for: 1)
    let redirect = HTTPResponse(
      status: 302, headers: HTTPHeaders([HTTPField(name: "Location", value: "/b")]),
      url: moved.request.url.text)
    guard case .effect(.send(let dispatch)) = receive(moved, redirect) else {
      Issue.record("the redirect is not followed")
      return
    }
    #expect(dispatch.request.url.text == "\(World.base)/b" && dispatch.id == moved.id)
    let isJoined = requests.share(requested(2), with: 5)
    #expect(isJoined && requests.pages(of: 5) == [2])
  }

  @Test func handleCancelsWhatIsAttachedLate() {
    let handle = RequestHandle()
    let early = CountedTransfer()
    let late = CountedTransfer()
    handle.attach(isTransfer: true, early.cancel)
    handle.cancel()
    handle.attach(isTransfer: true, late.cancel)
    #expect(early.count == 1 && late.count == 1)
  }
}

/// A transfer that counts how often it is cancelled.
private final class CountedTransfer: HTTPTransfer {
  private let cancels = Mutex(0)

  var count: Int { cancels.withLock { $0 } }

  func cancel() { cancels.withLock { $0 += 1 } }
}

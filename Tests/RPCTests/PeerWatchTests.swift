import Foundation
import Testing

@testable import RPC

@Suite(.timeLimit(.minutes(1))) struct PeerWatchTests {
  @Test("A reader that has gone ends the process, also when nothing is to be sent")
  func goneReaderWhenIdle() {
    let peer = Peer(Scripted())
    peer.say(request(1))
    #expect(peer.receive() != nil)
    peer.closeOutput()
    #expect(peer.termination() == 1)
    peer.closeInput()
    #expect(peer.exitCode() == 1)
  }

  @Test("A reader that has gone ends the process while much is being sent")
  func goneReaderWhenBusy() {
    let long = Array(("\"" + String(repeating: "x", count: 1_000_000) + "\"").utf8)
    let peer = Peer(Scripted { $1.succeed(long) })
    peer.say(request(1), request(2))
    peer.closeOutput()
    #expect(peer.termination() == 1)
    peer.closeInput()
    #expect(peer.exitCode() == 1)
    #expect(peer.connection.unsentBytes == 0)
  }

  @Test("A parent that dies ends the process, although the input stays open")
  func deadParent() throws {
    var limits = RPCLimits()
    limits.parentCheckSeconds = 0.005
    let parent = Process()
    parent.executableURL = URL(fileURLWithPath: "/bin/cat")
    let input = Pipe()
    parent.standardInput = input
    try parent.run()
    let peer = Peer(Scripted(), limits: limits)
    peer.connection.watchParent(pid: parent.processIdentifier)
    peer.say(request(1))
    #expect(peer.receive() != nil)
    try input.fileHandleForWriting.close()
    parent.waitUntilExit()
    #expect(peer.termination() == 1)
    // One that is dead when told is not watched.
    let second = Peer(Scripted(), limits: limits)
    for pid in [parent.processIdentifier, 0, -1] { second.connection.watchParent(pid: pid) }
    second.say(request(1))
    #expect(second.receive() != nil)
    #expect(second.end() == (0, []))
    peer.closeInput()
    #expect(peer.exitCode() == 1)
  }
}

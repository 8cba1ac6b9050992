import JSON

/// Node doing what the server does with a page, in JavaScript's own way: JSON.parse, the work on
/// objects, JSON.stringify. Its text is decoded beforehand, which is not counted.
struct NodePeer {
  private let process: PeerProcess
  private let folder: TemporaryFolder

  init(_ node: String, _ folder: TemporaryFolder) throws(BenchmarkError) {
    self.folder = folder
    let script = try folder.file("peer.js", Array(Self.script.utf8))
    process = try PeerProcess([node, script])
  }

  /// Seconds that the processor, the collector's threads included, worked on so many rounds.
  func seconds(_ task: String, _ file: String, rounds: Int) throws(BenchmarkError) -> Double {
    let question: JSONValue = [
      "task": .string(task), "file": .string(file), "rounds": .integer(rounds),
    ]
    return try process.ask(question, for: "microseconds") * 1e-6
  }

  /// The answer that it makes of a page.
  func answer(_ task: String, _ file: String) throws(BenchmarkError) -> [UInt8] {
    let path = "\(folder.path)/answer.json"
    let question: JSONValue = [
      "task": .string(task), "file": .string(file), "rounds": 1, "answer": .string(path),
    ]
    _ = try process.ask(question)
    return try WholeFile.read(path)
  }

  private static let script = """
    const fs = require("fs");
    const answer = (body, items) => JSON.stringify({jsonrpc: "2.0", id: 1, result: {
      pageCount: body.pagination.page_count, objectCount: body.pagination.object_count,
      next: body._links.next.href, items}});
    const tasks = {
      pass(text) {
        const body = JSON.parse(text);
        return answer(body, body.data.articles);
      },
      map(text) {
        const body = JSON.parse(text);
        return answer(body, body.data.articles.map((a) => ({
          id: a.id, name: a.title, number: a.number, status: a.state, score: a.score,
          createdAt: a.created_at, updatedAt: a.updated_at, by: a.author.login,
          author: {id: a.author.id, login: a.author.login}})));
      },
      coerce(text) {
        const body = JSON.parse(text);
        return answer(body, body.data.articles.map((a) => ({
          id: a.id, name: a.title, number: parseInt(a.number, 10), status: a.state,
          score: a.score, createdAt: new Date(a.created_at).toISOString(),
          updatedAt: new Date(a.updated_at).toISOString(), by: a.author.login,
          author: {id: a.author.id, login: a.author.login}})));
      },
    };
    const texts = {};
    let sink = 0;
    require("readline").createInterface({input: process.stdin}).on("line", (line) => {
      const {task, file, rounds, answer} = JSON.parse(line);
      const text = (texts[file] ??= fs.readFileSync(file, "utf8"));
      const began = process.cpuUsage();
      for (let round = 0; round < rounds; round++) {
        const output = tasks[task](text);
        sink += output.length;
        if (answer) fs.writeFileSync(answer, output);
      }
      const used = process.cpuUsage(began);
      console.log(JSON.stringify({microseconds: used.user + used.system, sink}));
    });

    """
}

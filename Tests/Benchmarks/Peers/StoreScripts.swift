/// The Python programs of the store benchmark.
enum StoreScripts {
  /// A loopback API of items with 8 members, each page made ready before the first request. It
  /// prints its port and serves until its input ends.
  static let api = #"""
    import http.server, json, socketserver, sys, threading

    items, per_page = int(sys.argv[1]), int(sys.argv[2])


    def item(number):
        return {
            "id": number, "title": f"Item number {number}", "price": number % 977 + 0.25,
            "active": number % 3 == 0, "author": {"login": f"user-{number % 53}", "id": number % 53},
            "tags": ["red", "green"], "created_at": f"2024-01-01T00:{number % 60:02}:00Z",
            "note": None if number % 5 else f"note {number} é",
        }


    def page(number):
        first = (number - 1) * per_page
        rows = [item(n) for n in range(first, min(first + per_page, items))]
        return json.dumps({"items": rows, "total": items}, ensure_ascii=False).encode()


    count = (items + per_page - 1) // per_page
    # A million items fit no memory that is worth it: large lists repeat their first pages' texts.
    ready = {n: page(n) for n in range(1, count + 1)} if items <= 200_000 else {}


    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_GET(self):
            number = int(self.path.split("page=")[1].split("&")[0])
            body = ready.get(number) or page(number)
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass


    class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
        daemon_threads = True


    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"port": server.server_port}), flush=True)
    sys.stdin.read()
    """#

  /// The floor: SQLite fed with rows that are ready, into the same kind of table. It prints the
  /// seconds that this took; reading the file is not counted.
  static let floor = #"""
    import json, sqlite3, sys, time

    lines, path, again = sys.argv[1], sys.argv[2], sys.argv[3] == "again"
    columns = ["id", "title", "price", "active", "author", "tags", "created_at", "note"]


    def value(member):
        return json.dumps(member) if isinstance(member, (dict, list)) else member


    with open(lines, encoding="utf-8") as file:
        rows = [
            tuple(value(item[c]) for c in columns) + (1, n) for n, item in enumerate(map(json.loads, file))
        ]
    began = time.perf_counter()
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute(
        "CREATE TABLE IF NOT EXISTS items(id INTEGER NOT NULL, title TEXT, price REAL, active INTEGER,"
        " author TEXT, tags TEXT, created_at TEXT, note TEXT, _run INTEGER, _position INTEGER,"
        " PRIMARY KEY(id)) STRICT")
    names = ", ".join(columns + ["_run", "_position"])
    marks = ", ".join("?" * 10)
    changes = ", ".join(f"{c} = excluded.{c}" for c in columns[1:] + ["_run", "_position"])
    clause = f" ON CONFLICT(id) DO UPDATE SET {changes}" if again else ""
    for first in range(0, len(rows), 1000):
        db.execute("BEGIN IMMEDIATE")
        db.executemany(f"INSERT INTO items({names}) VALUES({marks}){clause}", rows[first:first + 1000])
        db.execute("COMMIT")
    db.close()
    print(json.dumps({"seconds": time.perf_counter() - began}))
    """#

  /// dlt, from the same API into a database of SQLite, merged by `id`.
  static let dlt = #"""
    import json, sys, time, urllib.request
    import dlt

    url, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])


    @dlt.resource(name="items", primary_key="id", write_disposition="merge", max_table_nesting=0)
    def items():
        for number in range(1, count + 1):
            with urllib.request.urlopen(f"{url}?page={number}") as answer:
                yield json.load(answer)["items"]


    began = time.perf_counter()
    pipeline = dlt.pipeline(
        pipeline_name="bench", pipelines_dir=path + ".state",
        destination=dlt.destinations.sqlalchemy(f"sqlite:///{path}"), dataset_name="main")
    pipeline.run(items())
    print(json.dumps({"seconds": time.perf_counter() - began}))
    """#
}

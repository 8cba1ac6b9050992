"""The rows that a server serves, how they change, and those that were there all the time."""

import json
import random
import sqlite3
import threading

RANK_MAX = 2**40


class Rows:
    """A table of rows in a SQLite file, which lists serve ordered by `rank`.

    A rank is random, so that a new row is inserted at a random place of the list. Ids are never
    used again. A change and the set of ids that are alive are updated under one lock.
    """

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.mover = None
        self.stopping = threading.Event()
        self.database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = OFF")
        self.database.execute(
            "CREATE TABLE row (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, rank INTEGER,"
            " kind TEXT)"
        )
        self.database.execute("CREATE INDEX row_rank ON row (rank, id)")
        self.fill(0, 0)

    def fill(self, count, seed):
        """Replaces all rows and forgets the requests."""
        chance = random.Random(seed)
        with self.lock:
            self.database.execute("BEGIN")
            self.database.execute("DELETE FROM row")
            self.alive = set()
            self.ever = set()
            for _ in range(count):
                self._insert(chance)
            self.database.execute("COMMIT")
        self.forget()

    def forget(self):
        """The next request is the first one."""
        with self.lock:
            self.first = None
            self.last = None
            self.requests = 0
            self.changes = 0
            self.deleted = 0
            self.deleted_before = 0
            self.bodies = []

    def _ids(self, order):
        return [row[0] for row in self.database.execute(f"SELECT id FROM row ORDER BY {order}")]

    def _insert(self, chance):
        rank = chance.randrange(RANK_MAX)
        row = self.database.execute(
            "INSERT INTO row (name, rank, kind) VALUES (?, ?, ?)",
            (f"n{rank}", rank, f"kind {rank % 3}"),
        )
        self.alive.add(row.lastrowid)
        self.ever.add(row.lastrowid)

    def _delete(self, chance):
        if self.alive:
            row = chance.choice(sorted(self.alive))
            self.database.execute("DELETE FROM row WHERE id = ?", (row,))
            self.alive.discard(row)
            self.deleted += 1

    def query(self, text, *values):
        """The rows of a query as objects, on a connection of its own."""
        database = sqlite3.connect(self.path)
        try:
            found = database.execute(text, values)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row)) for row in found]
        finally:
            database.close()

    def change(self, chance):
        """Inserts a row, deletes one, or does both at once, which leaves the total as it is."""
        kind = chance.choice(("insert", "delete", "both"))
        with self.lock:
            self.database.execute("BEGIN")
            if kind != "insert":
                self._delete(chance)
            if kind != "delete":
                self._insert(chance)
            self.database.execute("COMMIT")
            self.changes += 1

    def move(self, every, seed):
        """Changes the rows about every so many seconds, at random intervals, until `stop`."""
        chance = random.Random(seed)
        self.forget()
        self.stopping.clear()

        def run():
            while not self.stopping.wait(every * chance.uniform(0.5, 1.5)):
                self.change(chance)

        self.mover = threading.Thread(target=run, daemon=True)
        self.mover.start()

    def stop(self):
        if self.mover:
            self.stopping.set()
            self.mover.join()
            self.mover = None

    def begins(self):
        """A request has come: the first one notes the rows that are there. Returns its number."""
        with self.lock:
            self.requests += 1
            if self.first is None:
                self.first = frozenset(self.alive)
            self.deleted_before = self.deleted
            return self.requests

    def ends(self, body):
        """The response to a request is known."""
        with self.lock:
            self.last = frozenset(self.alive)
            self.bodies.append((body, self.deleted_before, self.deleted))

    def report(self, total_path):
        """Rows that were there from the first request to the last, and the totals in between."""
        with self.lock:
            first = self.first if self.first is not None else frozenset(self.alive)
            last = self.last if self.last is not None else first
            answers = [
                (total(body, total_path), before, after) for body, before, after in self.bodies
            ] if total_path else []
            answers = [answer for answer in answers if isinstance(answer[0], int)]
            return {
                "throughout": sorted(first & last),
                "ever": sorted(self.ever),
                "ordered": {order: self._ids(order) for order in ("id", "rank, id")},
                "requests": self.requests,
                "changes": self.changes,
                "totals": [answer[0] for answer in answers],
                "hides": any(hides(*pair) for pair in zip(answers, answers[1:])),
            }


def hides(answer, later):
    """True where more rows may have gone between two answers than their totals say, as others came."""
    (before, begun, _), (now, _, ended) = answer, later
    return ended - begun > max(0, before - now)


def total(body, path):
    """The member at a key path of a body of JSON, or nothing."""
    try:
        value = json.loads(body)
        for name in path.split("."):
            value = value[name]
        return value
    except (ValueError, LookupError, TypeError):
        return None

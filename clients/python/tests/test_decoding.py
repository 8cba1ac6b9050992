import json
import math
import unittest
from typing import Any, Callable, List
from unittest import mock

from paginator._transport import decoding

READERS: List[Callable[[Any], Any]] = [decoding.decoded_by_json]
try:
    import orjson
except ImportError:
    WITHOUT_ORJSON = "orjson is not installed"
else:
    WITHOUT_ORJSON = ""
    READERS.append(decoding.decoder(orjson.loads))

ALIKE = {
    "empty": b"{}",
    "text": '{"a":"ö\U0001f600\\u0000\\n"}'.encode(),
    "spaces": b' [ 1 , 2 ]\r\n\t',
    "digits that a float drops": b"[1.10,0.1000000000000000055511151231257827,1E5,-0,-0.0]",
    "18 digits": b"[999999999999999999,-999999999999999999]",
    "19 digits": b"[9223372036854775807,9223372036854775808,-9223372036854775809]",
    "20 digits": b"[18446744073709551615,18446744073709551616,-18446744073709551616]",
    "40 digits": b"[1234567890123456789012345678901234567890]",
    "digits in a string": b'["12345678901234567890"]',
    "huge and tiny": b"[1e400,-1e400,1e-400,1.7976931348623159e308]",
    "equal names": b'{"a":1,"b":2,"a":3}',
    "an empty name": b'{"":1}',
    "lone surrogate": b'{"a":"\\ud800","\\udfff":1}',
    "surrogate as bytes": b'["\xed\xa0\x80"]',
    "depth of 512": b"[" * 512 + b"]" * 512,
}

REFUSED = {
    "nothing": b"",
    "NaN": b"[NaN]",
    "Infinity": b"[Infinity]",
    "negative Infinity": b"[-Infinity]",
    "a comma too many": b"[1,]",
    "two values": b"{} {}",
    "control character": b'["\x01"]',
    "invalid UTF-8": b'["\xff"]',
    "overlong UTF-8": b'["\xc0\x80"]',
    "a leading zero": b"[01]",
    "no digit after the point": b"[1.]",
    "half a surrogate's digits": b'["\\ud8"]',
    "depth of 100,000": b"[" * 100_000,
}


class DecodingTests(unittest.TestCase):
    def each_reader(self, name: str, data: bytes) -> Any:
        for reader in READERS:
            for kind in (bytes, bytearray):
                with self.subTest(name, reader=reader.__name__, kind=kind.__name__):
                    yield lambda: reader(kind(data))

    def test_is_what_the_standard_library_reads(self) -> None:
        for name, data in ALIKE.items():
            wanted = json.loads(data.decode("utf-8", "surrogatepass"))
            for read in self.each_reader(name, data):
                # Types, signs of zero and the order of names count as well.
                self.assertEqual(repr(read()), repr(wanted))

    def test_refused(self) -> None:
        for name, data in REFUSED.items():
            for read in self.each_reader(name, data):
                with self.assertRaises((ValueError, RecursionError)):
                    read()

    def test_numbers_are_exact_or_infinite(self) -> None:
        for reader in READERS:
            with self.subTest(reader=reader.__name__):
                self.assertEqual(reader(b"[18446744073709551616]"), [2**64])
                self.assertEqual(reader(b"[1e400]"), [math.inf])

    @unittest.skipIf(WITHOUT_ORJSON, WITHOUT_ORJSON)
    def test_orjson_reads_where_it_is_installed(self) -> None:
        with mock.patch.object(decoding, "decoded_by_json", side_effect=AssertionError):
            self.assertEqual(decoding.decoded(b'{"a":[1.5,"b"]}'), {"a": [1.5, "b"]})

    def test_nothing_is_missed_without_orjson(self) -> None:
        with mock.patch.dict("sys.modules", {"orjson": None}):
            self.assertIsNone(decoding._found_orjson())
        self.assertIs(decoding.decoder(None), decoding.decoded_by_json)


if __name__ == "__main__":
    unittest.main()

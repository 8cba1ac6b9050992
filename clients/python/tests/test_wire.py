import decimal
import json
import unittest
from typing import Any, List

from paginator._transport import wire as _wire
from paginator._transport.decoding import decoded


def framed(body: bytes, head: str = "Content-Length: {}\r\n\r\n") -> bytes:
    return head.format(len(body)).encode() + body


class FrameDecoderTests(unittest.TestCase):
    messages = [{"id": 1}, {"id": 2, "text": "ö\r\n\r\n{}"}, {}]
    stream = b"".join(framed(json.dumps(each, ensure_ascii=False).encode()) for each in messages)

    def decoded(self, *chunks: bytes) -> List[Any]:
        decoder = _wire.FrameDecoder()
        return [
            _wire.message_of(body, decoded) for chunk in chunks for body in decoder.bodies(chunk)
        ]

    def test_whole(self) -> None:
        self.assertEqual(self.decoded(self.stream), self.messages)

    def test_byte_by_byte(self) -> None:
        chunks = [self.stream[index : index + 1] for index in range(len(self.stream))]
        self.assertEqual(self.decoded(*chunks), self.messages)

    def test_cut_at_every_position(self) -> None:
        for cut in range(len(self.stream)):
            with self.subTest(cut=cut):
                self.assertEqual(
                    self.decoded(self.stream[:cut], self.stream[cut:]), self.messages
                )

    def test_truncated_gives_what_is_complete(self) -> None:
        ends: List[int] = []
        for message in self.messages:
            body = json.dumps(message, ensure_ascii=False).encode()
            ends.append((ends[-1] if ends else 0) + len(framed(body)))
        for cut in range(len(self.stream)):
            with self.subTest(cut=cut):
                count = sum(1 for end in ends if end <= cut)
                self.assertEqual(self.decoded(self.stream[:cut]), self.messages[:count])

    def test_header_spellings(self) -> None:
        for head in (
            "content-length:{}\r\n\r\n",
            "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
            "CONTENT-LENGTH:   {}  \r\nX: y\r\n\r\n",
        ):
            with self.subTest(head=head):
                self.assertEqual(self.decoded(framed(b'{"a":1}', head)), [{"a": 1}])

    def test_progress_is_known_by_its_beginning(self) -> None:
        text = '{"jsonrpc":"2.0","method":"$/progress","params":{"token":"%s","value":%s}}'
        value = {"page": 1, "items": [1, "ö"]}
        for token, found in (("walk-1-progress", True), ("", False), ('\\"', False), ("ö", False)):
            with self.subTest(token=token):
                body = bytearray((text % (token, json.dumps(value))).encode())
                self.assertEqual(_wire.progress_token(body), token if found else None)
                self.assertEqual(_wire.value_of(body, decoded, False), value)
                self.assertEqual(_wire.value_of(json.loads(body), decoded, False), value)
        for other in ('{"id":1,"result":null}', '{"jsonrpc":"2.0","method":"$/progress"}', "[]"):
            self.assertIsNone(_wire.progress_token(bytearray(other.encode())))
        self.assertIsNone(_wire.value_of({"params": []}, decoded, False))
        with self.assertRaises(_wire.WireError):
            _wire.value_of(bytearray(b'{"params":{"value":oops}}'), decoded, False)

    def test_refused(self) -> None:
        for name, data in {
            "text": b"Hello\n",
            "long text without end": b"x" * (_wire.HEADER_BYTES_MAX + 1),
            "no length": b"Content-Type: a\r\n\r\n{}",
            "negative": b"Content-Length: -2\r\n\r\n{}",
            "no number": b"Content-Length: two\r\n\r\n{}",
            "too large": b"Content-Length: %d\r\n\r\n" % (_wire.MESSAGE_BYTES_MAX + 1),
            "400 digits": b"Content-Length: " + b"9" * 400 + b"\r\n\r\n",
            "no JSON": framed(b"{oops"),
            "no object": framed(b"[]"),
            "invalid UTF-8": framed(b'{"a":"\xff"}'),
            "lines framing": b'{"jsonrpc":"2.0","id":1,"result":null}\n',
        }.items():
            with self.subTest(name), self.assertRaises(_wire.WireError):
                self.decoded(data)

    def test_messages_before_garbage_are_given(self) -> None:
        decoder = _wire.FrameDecoder()
        bodies = decoder.bodies(framed(b'{"id":1}') + b"garbage\n")
        self.assertEqual(next(bodies), b'{"id":1}')
        with self.assertRaises(_wire.WireError):
            next(bodies)

    def test_depth_of_512_is_read(self) -> None:
        body = b'{"result":' + b"[" * 512 + b"]" * 512 + b"}"
        self.assertEqual(len(self.decoded(framed(body))), 1)

    def test_numbers_of_any_length_are_read(self) -> None:
        digits = "7" * 10_000
        [message] = self.decoded(framed(b'{"a":%s,"b":1}' % digits.encode()))
        self.assertEqual(message["b"], 1)
        self.assertEqual(str(decimal.Decimal(message["a"])), digits)

    def test_lone_surrogates_are_read(self) -> None:
        self.assertEqual(self.decoded(framed(b'{"a":"\\ud800"}')), [{"a": "\ud800"}])


class PageBytesTests(unittest.TestCase):
    head = '{"jsonrpc":"2.0","method":"$/progress","params":{"token":"a-1","value":'

    def value(self, text: str) -> Any:
        return _wire.value_of(bytearray((self.head + text + "}}").encode()), decoded, True)

    def test_items_are_the_bytes_that_came(self) -> None:
        for items in ("[]", '[ {"n":1.10,"s":"]}}}"} ,2]', '["ö"]'):
            for total in ("7", "null"):
                with self.subTest(items=items, total=total):
                    text = '{"page":2,"start":4,"objectCount":%s,"items":%s}' % (total, items)
                    value = {**json.loads(text), "items": items.encode()}
                    self.assertEqual(self.value(text), value)

    def test_the_item_that_a_list_is_of_stands_before_them(self) -> None:
        for item in ("5", '"a,\\"items\\":["', "null", '{"a":1,"items":[{"b":2}],"items":[3]}'):
            with self.subTest(item=item):
                text = '{"page":2,"start":4,"objectCount":7,"item":%s,"items":[1.10]}' % item
                self.assertEqual(self.value(text), {**json.loads(text), "items": b"[1.10]"})

    def test_what_is_no_page_is_read(self) -> None:
        self.assertEqual(self.value('{"kind":"end"}'), {"kind": "end"})

    def test_other_pages_are_refused(self) -> None:
        for name, text in {
            "a member after the items": '{"page":2,"start":4,"objectCount":null,"items":[],"a":1}',
            "no start": '{"page":2,"items":[]}',
            "items that are no list": '{"page":2,"start":4,"objectCount":null,"items":{"a":[1]}}',
        }.items():
            with self.subTest(name), self.assertRaises(_wire.WireError):
                self.value(text)


class EncodingTests(unittest.TestCase):
    def test_is_decoded_again(self) -> None:
        params: Any = {"text": "ö\ud800\n", "list": [1, 1.5, None, True, {}]}
        [body] = _wire.FrameDecoder().bodies(_wire.request(7, "a/b", params))
        expected = {"jsonrpc": "2.0", "id": 7, "method": "a/b", "params": params}
        self.assertEqual(_wire.message_of(body, decoded), expected)

    def test_what_has_no_json_is_refused(self) -> None:
        for value in (object(), {1, 2}, b"bytes"):
            with self.subTest(value=value), self.assertRaises(TypeError):
                _wire.request(1, "a", {"value": value})
        for number in (float("nan"), float("inf")):
            with self.subTest(number=number), self.assertRaises(ValueError):
                _wire.request(1, "a", {"value": number})


if __name__ == "__main__":
    unittest.main()

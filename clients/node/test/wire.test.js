// Framing, and items as texts.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { encode, FrameDecoder, WireError } from "../lib/framing.js";
import { elementTexts, listsOfTexts } from "../lib/raw.js";
import { test } from "./support.js";

const frame = (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

/** Everything that a decoder finds in these pieces. */
function decoded(pieces) {
  const decoder = new FrameDecoder();
  return pieces.flatMap((piece) => [...decoder.feed(Buffer.from(piece))].map(String));
}

describe("framing", () => {
  const TEXTS = ['{"id":"é"}', "{}", "", '{"a":"\\r\\n\\r\\n"}'];
  const BYTES = Buffer.from(TEXTS.map(frame).join(""));

  test("several at once", () => assert.deepEqual(decoded([BYTES]), TEXTS));

  test("byte by byte", () => {
    assert.deepEqual(decoded([...BYTES].map((byte) => Buffer.from([byte]))), TEXTS);
  });

  test("cut at every position", () => {
    for (let at = 0; at <= BYTES.length; at += 1) {
      assert.deepEqual(decoded([BYTES.subarray(0, at), BYTES.subarray(at)]), TEXTS, `cut at ${at}`);
    }
  });

  test("other headers, in any case", () => {
    const head = "content-LENGTH:2\r\nContent-Type: application/json; charset=utf-8\r\n\r\n{}";
    assert.deepEqual(decoded([head]), ["{}"]);
  });

  test("what is encoded is decoded", () => {
    const [text] = decoded([encode({ id: 1, method: "é" })]);
    assert.deepEqual(JSON.parse(text), { jsonrpc: "2.0", id: 1, method: "é" });
  });

  for (const [name, bytes] of [
    ["words", "Hello, this is no server"],
    ["JSON without a header", '{"jsonrpc":"2.0"}\n'],
    ["no length", "Content-Type: text/plain\r\n\r\n{}"],
    ["a length that is no number", "Content-Length: many\r\n\r\n{}"],
    ["a negative length", "Content-Length: -1\r\n\r\n{}"],
    ["a length of 400 digits", `Content-Length: ${"9".repeat(400)}\r\n\r\n`],
    ["a length that no string has", "Content-Length: 4294967296\r\n\r\n"],
    ["a header without an end", `Content-Length${"-".repeat(9000)}`],
  ]) {
    test(`${name} is no message`, () => assert.throws(() => decoded([bytes]), WireError));
  }

  test("only the beginning of garbage is quoted", () => {
    assert.throws(() => decoded(["!".repeat(1000)]), (error) => error.message.length < 100);
  });
});

describe("items as texts", () => {
  const CASES = [
    ["[]", []],
    [" [ 1 , 2.50,\t-0, 1E400 ] ", ["1", "2.50", "-0", "1E400"]],
    ['["a,b", "]", "\\"", "\\\\", "\\\\\\""]', ['"a,b"', '"]"', '"\\""', '"\\\\"', '"\\\\\\""']],
    ['[{"a":[{}]},[[],"}"],null,true]', ['{"a":[{}]}', '[[],"}"]', "null", "true"]],
    ['[{"id":12345678901234567890}]', ['{"id":12345678901234567890}']],
  ];
  for (const [list, texts] of CASES) {
    test(list, () => {
      assert.deepEqual(elementTexts(list, []), texts);
      const inside = `{"x":{"items":[0]},"result":{"a":"\\"items\\":[9]","items":${list},"b":1}}`;
      assert.deepEqual(elementTexts(inside, ["result", "items"]), texts);
    });
  }

  test("lists by name, escapes in names", () => {
    assert.deepEqual(listsOfTexts('{"r":{"\\u0061":[1,2],"b.c":[],"d":3}}', ["r"]), {
      a: ["1", "2"], "b.c": [], d: [],
    });
  });

  test("nothing where there is no list", () => {
    for (const text of ["{}", '{"result":null}', '{"result":{"items":7}}', "[]", '{"result":7}']) {
      assert.equal(elementTexts(text, ["result", "items"]), null, text);
    }
  });
});

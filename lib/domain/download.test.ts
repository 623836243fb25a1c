import { expect, test } from "vitest";
import { attachment, cleanFileName, downloadsOf, readRange, servedType } from "./download";

test.each([
  ["guide.pdf", "guide.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\a\\Été 2026.pdf", "Été 2026.pdf"],
  ["a\u0000b\r\nc.pdf", "abc.pdf"],
  ["photo\u202egpj.exe", "photogpj.exe"],
  ['"><script>.html', "___script_.html"],
  ["con.txt", "_con.txt"],
  ["  .hidden.  ", "hidden"],
  ["100%.zip", "100_.zip"],
  ["", null],
  ["..", null],
  ["\u200b\u202e", null],
])("the name %j is stored as %j", (given, stored) => {
  expect(cleanFileName(given)).toBe(stored);
});

test("a long name is cut before its ending", () => {
  const name = cleanFileName(`${"é".repeat(400)}.pdf`) ?? "";
  expect([...name]).toHaveLength(150);
  expect(name.endsWith("é.pdf")).toBe(true);
});

test("no name leaves its header", () => {
  expect(attachment("Été 'a'.pdf")).toBe(
    "attachment; filename=\"_t_ 'a'.pdf\"; filename*=UTF-8''%C3%89t%C3%A9%20%27a%27.pdf",
  );
});

test.each(["text/html", "image/svg+xml", "application/xml", "text/javascript", "application/xhtml+xml", "x"])(
  "%s goes out as plain bytes",
  (type) => expect(servedType(type)).toBe("application/octet-stream"),
);

test("what no browser runs keeps its type", () => {
  for (const type of ["application/pdf", "audio/mpeg", "video/mp4", "image/png", "application/zip"])
    expect(servedType(type)).toBe(type);
});

test("any bytes that are taken are at least one download, and a resumed one is one", () => {
  expect([0n, 1n, 999n, 1_000n, 1_001n, 20_000n].map((sent) => downloadsOf(sent, 1_000n))).toEqual([
    ...[0, 1, 1, 1, 2, 20],
  ]);
});

test.each([
  [null, "whole"],
  ["bytes=-", "whole"],
  ["bytes=0-", { first: 0, last: 9 }],
  ["bytes=3-5", { first: 3, last: 5 }],
  ["bytes=3-99", { first: 3, last: 9 }],
  ["bytes=-3", { first: 7, last: 9 }],
  ["bytes=-99", { first: 0, last: 9 }],
  ["bytes=10-", "outside"],
  ["bytes=-0", "outside"],
  ["bytes=5-3", "whole"],
  ["bytes=0-1,3-4", "whole"],
  ["bytes=99999999999999999999-", "whole"],
])("of ten bytes the range %j is %j", (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});

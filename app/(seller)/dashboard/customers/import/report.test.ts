import { expect, test } from "vitest";
import { textOf } from "./report";

test.each([
  ["UTF-8", new TextEncoder().encode("name\nJosé")],
  ["UTF-8 with its mark", new TextEncoder().encode("\ufeffname\nJosé")],
  ["Windows' own letters", Buffer.from("name\nJosé", "latin1")],
  ["Unicode text of Excel", Buffer.from("\ufeffname\nJosé", "utf16le")],
])("a file in %s is read", async (_, bytes) => {
  expect(await textOf(new Blob([new Uint8Array(bytes)]))).toBe("name\nJosé");
});

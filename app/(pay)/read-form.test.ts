import { expect, test } from "vitest";
import { readForm } from "./read-form";

const type = "application/x-www-form-urlencoded";
const read = async (body: string | Uint8Array<ArrayBuffer>, contentType = type) => {
  const headers = { "content-type": contentType };
  const fields = await readForm(new Request("http://internal/", { method: "POST", headers, body }));
  return fields && Object.fromEntries(fields);
};

test("fields are read as a browser sends them", async () => {
  expect(await read("ref=Jos%C3%A9+%2B&percent=100%&empty=")).toEqual({
    ref: "José +",
    percent: "100%",
    empty: "",
  });
  expect(await read("")).toEqual({});
});

test.each([
  ["a name that comes twice", "ref=a&ref=b"],
  ["escapes that are not UTF-8", "ref=Jos%E9"],
  ["half of a surrogate pair", "ref=%ED%A0%80"],
  ["bytes that are not UTF-8", new Uint8Array([0x72, 0x3d, 0xe9])],
  ["more than 16 KiB", `ref=${"a".repeat(16 * 1024)}`],
])("%s makes no form", async (_, body) => {
  expect(await read(body)).toBeNull();
});

test("JSON is no form", async () => {
  expect(await read("{}", "application/json")).toBeNull();
});

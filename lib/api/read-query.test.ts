import { expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { readQuery } from "./read-request";

const fields = ["ref", "email"];
const read = (search: string) => readQuery(`http://internal/api/v1/access${search}`, fields);

test.each([
  ["", {}],
  ["?", {}],
  ["?ref=a", { ref: "a" }],
  ["?ref=a+b%20c%2B", { ref: "a b c+" }],
  ["?ref=100%&email=%zz", { ref: "100%", email: "%zz" }],
  ["?ref=%F0%9F%98%80", { ref: "\u{1f600}" }],
  ["?ref=a=b", { ref: "a=b" }],
  ["?ref=%EF%BB%BFa", { ref: "\ufeffa" }],
  ["?ref=&email", {}],
  ["?%72ef=a&&&x=1&x=2&x[]=3", { ref: "a" }],
  ["?__proto__=1&constructor=2&ref=a", { ref: "a" }],
  ["?reff=a&re=b", {}],
])("%s is read as %o", (search, given) => {
  expect(read(search)).toEqual({ given, errors: {} });
});

test.each([
  "?ref=a&ref=b",
  "?ref=&ref=a",
  "?ref[]=a",
  "?ref%5B0%5D=a",
  "?ref[a][b]=c",
  "?ref=a&ref[]=b",
  "?ref[=a",
])("%s is a problem of ref", (search) => {
  expect(read(search).errors).toEqual({ ref: [say("send_once")] });
});

test.each(["%ff", "%C0%80", "%ED%A0%80", "%E2%82", "a%F5b"])("%s is not UTF-8", (value) => {
  expect(read(`?ref=${value}`).errors).toEqual({ ref: [say("not_utf8")] });
});

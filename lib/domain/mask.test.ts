import { expect, test } from "vitest";
import { maskBody, maskQuery, maskText } from "./mask";

test("secrets are hidden, phones and e-mails shown in part", () => {
  expect(maskText("Bearer sk_live_sn_abcDEF123456789 for achieng@example.co.ke at +254 712 345 678")).toBe(
    "Bearer ••• for a•••@example.co.ke at +254•••678",
  );
  expect(maskText("key sk_test_sn_abcDEF123456789, 0712345678")).toBe("key sk_test_sn_•••, 0712•••678");
  expect(maskText("https://pay.example/manage/abcdEFGH12345678.xyz?x=1")).toBe(
    "https://pay.example/manage/•••?x=1",
  );
});

test("a token of three parts is hidden, also among what only looks like its beginning", () => {
  expect(maskText("x eyJhbGciOi.eyJzdWIi.SflKxwRJ y")).toBe("x eyJ••• y");
  const many = "eyJ-".repeat(15_000);
  expect(maskText(many)).toBe(many);
});

test("what is none of them stays as it is", () => {
  const plain =
    '{"amount":1500.5,"at":"2026-11-22T08:19:44+00:00","id":"sub_0VzQ8a7b123456789012345","n":"INV-000001"}';
  expect(JSON.parse(maskBody(plain))).toEqual(JSON.parse(plain));
});

test("names of members tell secrets and contacts, at any depth and of any type", () => {
  const body = {
    ...{ phone: 254712345678, password: "hunter2", pin: 1234, name: "Achieng" },
    metadata: {
      api_key: ["a", { b: "c" }],
      note: "call 0722 111 222",
      tokens: { one: "x" },
      amount: 123456789012,
    },
  };
  expect(JSON.parse(maskBody(JSON.stringify(body)))).toEqual({
    ...{ phone: "2547•••678", password: "•••", pin: "•••", name: "Achieng" },
    metadata: {
      ...{ api_key: ["•••", { b: "•••" }], note: "call 0722•••222", tokens: { one: "•••" } },
      amount: 123456789012,
    },
  });
});

test("a body that is no JSON, or is cut, is masked by the same names", () => {
  expect(maskBody('{"password": "hunter2", "phone":"0712')).toBe('{"password": "•••", "phone": "•••"');
  expect(maskBody('{"secret":"half of a sec')).toBe('{"secret": "•••"');
  expect(maskBody("name=Achieng&mail=achieng@example.com")).toBe("name=Achieng&mail=a•••@example.com");
});

test("a query is read, then masked", () => {
  expect(maskQuery("email=achieng%40example.com&phone=%2B254712345678&ref=user-7&token=abc&q=%E0%A4%A")).toBe(
    "email=a•••@example.com&phone=+254•••678&ref=user-7&token=•••&q=%E0%A4%A",
  );
  expect(maskQuery("")).toBe("");
});

test("nesting beyond what the API takes ends in dots", () => {
  expect(maskBody(`${"[".repeat(2_000)}${"]".repeat(2_000)}`)).toContain('"…"');
});

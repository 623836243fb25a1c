import { expect, test } from "vitest";
import { redirectProblem } from "./sites";

test.each([
  ["https://app.example.com/welcome?x=1", null],
  ["http://localhost:3000/x", null],
  ["http://[::1]/x", null],
  ["https:evil.com", "not_whole"],
  ["https:/evil.com", "not_whole"],
  ["https:///evil.com", "not_whole"],
  ["https://evil.com\\@good.com", "not_whole"],
  ["https://good.com\\.evil.com", "not_whole"],
  ["https://good.com/ x", "not_whole"],
  ["//evil.com", "not_whole"],
  ["javascript:alert(1)", "not_whole"],
  ["https://me:word@good.com", "has_user"],
  ["http://example.com", "not_https"],
])("%s: %s", (address, problem) => {
  expect(redirectProblem(address)).toBe(problem);
});

import { expect, test } from "vitest";
import { namedSummary } from "./answers";

test("a client is told of which field a problem speaks, also where it shows the message alone", () => {
  expect(namedSummary({ name: ["This field is required."] })).toBe("name: This field is required.");
  expect(namedSummary({ name: ["A."], phone: ["B.", "C."] })).toBe("name: A. (and 2 more problems)");
  expect(namedSummary({ name: ["A.", "B."] })).toBe("name: A. (and 1 more problem)");
  expect(namedSummary({})).toBe("Some of the values cannot be used.");
});

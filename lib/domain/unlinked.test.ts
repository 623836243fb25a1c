import { expect, test } from "vitest";
import { unlinked } from "./text";

test.each([
  ["Confirm at https://evil.example/x", "Confirm at evil. example/x"],
  ["HTTP://evil.example", "evil. example"],
  ["call www.evil.example now", "call www. evil. example now"],
  ["pay@evil.example", "pay@evil. example"],
  ["Duka la Ọṣun", "Duka la Ọṣun"],
  ["Dr. J. Otieno & Sons Ltd.", "Dr. J. Otieno & Sons Ltd."],
  ["Version 2.0", "Version 2.0"],
])("“%s” reads “%s” and cannot be a link", (text, shown) => {
  expect(unlinked(text)).toBe(shown);
});

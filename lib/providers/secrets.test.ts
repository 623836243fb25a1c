import { expect, test } from "vitest";
import { createSecrets } from "./secrets";

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

test("what an earlier key sealed is opened while it is named, and sealed anew with the present one", () => {
  const sealed = createSecrets(first).seal("a secret");
  const both = createSecrets(second, [third, first]);
  expect(both.open(sealed)).toBe("a secret");
  expect(() => createSecrets(second).open(sealed)).toThrow();
  const anew = both.reseal(sealed);
  expect(anew && createSecrets(second).open(anew)).toBe("a secret");
  expect(anew && both.reseal(anew)).toBe(null);
});

test("what was sealed before keys had names is opened, and sealed anew with its name", () => {
  const secrets = createSecrets(first);
  const unnamed = secrets.seal("an old one");
  unnamed[0] = 1;
  expect(secrets.open(unnamed)).toBe("an old one");
  expect(secrets.reseal(unnamed)?.[0]).toBeGreaterThan(1);
});

test("what was altered is not opened", () => {
  const secrets = createSecrets(first, [second]);
  const sealed = secrets.seal("a secret");
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => secrets.open(sealed)).toThrow();
});

test("a mark of an earlier key is among those that are recognised, and is not the present one", () => {
  const [before] = createSecrets(first).macs("links", "x");
  const now = createSecrets(second, [first]);
  expect(now.macs("links", "x")).toContainEqual(before);
  expect(now.mac("links", "x")).not.toEqual(before);
});

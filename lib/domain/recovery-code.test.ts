import fc from "fast-check";
import { expect, test } from "vitest";
import { composeRecoveryCode, readRecoveryCode, recoveryCodeBytes } from "./token";

const bytes = fc.uint8Array({ minLength: recoveryCodeBytes, maxLength: recoveryCodeBytes });

test("a recovery code is read back as it was made, with or without its hyphens, in capitals or not", () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const code = composeRecoveryCode(random);
      expect(code).toMatch(/^[2-9a-z]{4}(-[2-9a-z]{4}){3}$/);
      expect(readRecoveryCode(` ${code.toUpperCase().replaceAll("-", " ")} `)).toBe(code);
    }),
  );
});

test("what cannot be a recovery code is none", () => {
  for (const typed of ["", "123456", "oooo-oooo-oooo-oooo", "k3mn-9qpx-27hj-wd4", "k3mn-9qpx-27hj-wd4cc"])
    expect(readRecoveryCode(typed)).toBeNull();
});

test("a code needs 24 random bytes", () => {
  expect(() => composeRecoveryCode(new Uint8Array(23))).toThrow(RangeError);
});

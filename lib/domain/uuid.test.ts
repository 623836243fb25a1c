import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { composeUuid, isUuidV4 } from "./token";

test("every 16 bytes make a UUIDv4 in lower case, and no other number of bytes does", () => {
  for (let count = 0; count < 200; count += 1) expect(isUuidV4(composeUuid(randomBytes(16)))).toBe(true);
  expect(composeUuid(new Uint8Array(16).fill(255))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(() => composeUuid(new Uint8Array(15))).toThrow(RangeError);
});

test("capitals, another version and other text are no UUIDv4 of ours", () => {
  for (const text of ["FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF", "ffffffff-ffff-1fff-bfff-ffffffffffff", ""])
    expect(isUuidV4(text)).toBe(false);
});

import { expect, test } from "vitest";
import { mayBePhone } from "./till-payment";

const phone = "+254722000126";

test("a masked phone fits where every digit that it shows agrees", () => {
  for (const shown of [
    "0722XXXXXX",
    "0722***126",
    "2547*****126",
    "254722000126",
    "+254 722 000 126",
    "0722000126",
  ])
    expect([shown, mayBePhone(shown, phone)]).toEqual([shown, true]);
  for (const shown of ["0723XXXXXX", "0722***127", "2557*****126", "254722000127"])
    expect([shown, mayBePhone(shown, phone)]).toEqual([shown, false]);
});

test("a hash, nothing, or too few digits prove nothing", () => {
  const hash = "b5c1c0b1f2a4e7d19ab8c2a4f10c7d1e5a";
  for (const shown of [null, "", "XXXXXXXXXX", "07********", hash, hash.slice(0, 12)])
    expect([shown, mayBePhone(shown, phone)]).toEqual([shown, false]);
});

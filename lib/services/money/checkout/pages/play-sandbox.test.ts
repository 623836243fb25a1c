import { expect, test } from "vitest";
import { testWorld } from "@/lib/testing/world";
import { attemptPath, readCardPage } from "./play-sandbox";

test.each(["-".repeat(36), "a".repeat(36), `${"0".repeat(8)}-${"0".repeat(27)}`, "", "\0"])(
  "%j is the id of no attempt",
  async (id) => {
    expect(await attemptPath(testWorld(), id)).toBeNull();
    expect(await readCardPage(testWorld(), id)).toBeNull();
  },
);

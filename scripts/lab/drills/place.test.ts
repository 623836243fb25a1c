import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { childrenOf, commandOf, killTree } from "./place";

test("processes that end by themselves while others are looked for or killed are no failure", async () => {
  const { pid } = spawnSync("true");
  expect([childrenOf(pid), commandOf(pid)]).toEqual([[], ""]);
  killTree(pid);
});

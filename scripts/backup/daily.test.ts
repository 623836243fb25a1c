import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { giveBackMemory } from "@/lib/providers/machine";
import { scratchDirectory } from "../lab/testing/scratch";
import { openVault } from "./cipher";
import { archiveFolder, isDue, keepShipping } from "./ship";
import { folderStore } from "./store";

const at = (time: string) => new Date(`2026-11-${time}Z`);

test.each([
  ["none was ever made", undefined, "23T00:10", true],
  ["today's was made", at("23T02:31"), "23T12:00", false],
  ["today's is due", at("22T02:31"), "23T02:30", true],
  ["today's is not yet due", at("22T02:31"), "23T02:29", false],
  ["yesterday's was missed", at("21T02:31"), "23T01:00", true],
  ["one was made by hand before the time", at("23T01:00"), "23T02:30", true],
])("%s", (_, last, now, due) => {
  expect(isDue(last, "02:30", at(now))).toBe(due);
  expect(isDue(last, "off", at(now))).toBe(false);
});

test("what brought the log to the backups keeps none of it in memory", async () => {
  const root = scratchDirectory("sente-ship-");
  const folder = archiveFolder(root);
  mkdirSync(folder, { recursive: true });
  for (const number of [1, 2, 3])
    writeFileSync(path.join(folder, `00000001000000000000000${number}`), randomBytes(16 << 20));
  giveBackMemory();
  const before = process.memoryUsage();
  const place = {
    store: folderStore(path.join(root, "backups")),
    vault: openVault("a passphrase of a test"),
  };
  const stop = keepShipping("postgres://localhost:1/none", root, place);
  await expect.poll(() => readdirSync(folder).length, { timeout: 60_000 }).toBe(0);
  await stop();
  rmSync(root, { recursive: true });
  const keptMb = () => (process.memoryUsage().arrayBuffers - before.arrayBuffers) / (1 << 20);
  await expect.poll(keptMb, { timeout: 5_000 }).toBeLessThan(8);
});

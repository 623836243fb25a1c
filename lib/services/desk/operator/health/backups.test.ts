import { expect, test } from "vitest";
import type { BackupState } from "@/lib/providers/machine";
import { testWorld } from "@/lib/testing/world";
import { sayIn } from "@/lib/text/mail";
import type { HealthLine } from "./line";
import { readBackups } from "./server";

const world = testWorld();
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(world.clock.now().getTime() - hours * hourMs);
const plan = { kind: "kept" as const, place: "/backups" };
const backup = { at: ago(20), bytes: 77 * 1024 ** 2, seconds: 3.4, failed: null };
const log = { at: ago(0), waiting: 1, failed: null };
const drill = { at: ago(24), minutes: 2, ageMinutes: 3, problem: null };
const kept: BackupState = { plan, backup, log, drill };

async function lines(state: Partial<BackupState>, freeBytes: number | null = 50 * 1024 ** 3) {
  const machine = { backups: () => ({ ...kept, ...state }), freeBytes: () => freeBytes };
  const told = ({ name, value, means, todo, state: how }: HealthLine) =>
    [name, value, means, todo ?? ""]
      .map((one) => (typeof one === "string" ? one : sayIn("en", one)))
      .concat(how);
  return (await readBackups({ ...world, machine })).map(told);
}

test("what is well is told with its age", async () => {
  const all = await lines({});
  expect(all.map(([name, value, , , state]) => [name, value, state])).toEqual([
    ["Backups", "77 MB in 3 s, 20 h ago", "well"],
    ["Log to the backups", "Goes there, last 0 s ago", "well"],
    ["Last drill of a restore", "24 h ago, in 2 min: the books agree", "well"],
    ["Free disk", "50 GB", "well"],
  ]);
});

test.each([
  [{ backup: { ...backup, at: ago(49) } }, "Backups", "bad", "npm run backup"],
  [{ backup: { ...backup, failed: "the bucket is gone" } }, "Backups", "watch", "the bucket is gone"],
  [{ backup: null }, "Backups", "watch", "npm run backup"],
  [{ backup: { ...backup, at: new Date(0), failed: "no room" } }, "Backups", "bad", "no room"],
  [{ log: { ...log, waiting: 3, failed: "no answer" } }, "Log to the backups", "watch", "no answer"],
  [{ log: { ...log, waiting: 11 } }, "Log to the backups", "bad", "A full disk here"],
  [{ drill: null }, "Last drill of a restore", "watch", "npm run drill"],
  [{ drill: { ...drill, at: ago(31 * 24) } }, "Last drill of a restore", "watch", "npm run drill"],
  [
    { drill: { ...drill, problem: "2 books are wrong" } },
    "Last drill of a restore",
    "bad",
    "2 books are wrong",
  ],
])("%j: %s is %s", async (state, name, how, words) => {
  const found = (await lines(state)).find(([first]) => first === name) ?? [];
  expect(found.at(-1)).toBe(how);
  expect(found.join(" ")).toContain(words);
});

test("a disk with less than a gigabyte is told, and a place without backups, and a database of one's own", async () => {
  expect((await lines({}, 1024 ** 3 - 1)).at(-1)?.at(-1)).toBe("bad");
  expect((await lines({}, null)).map(([name]) => name)).not.toContain("Free disk");
  const [none] = await lines({ plan: { kind: "none", place: "" }, backup: null });
  expect(none?.slice(0, 2)).toEqual(["Backups", "None is set up"]);
  expect((await lines({ plan: { kind: "own", place: "" } })).map(([, value]) => value)).toEqual([
    "By your database’s own tools",
  ]);
  expect(await lines({ plan: { kind: "paused", place: "" } })).toEqual([]);
});

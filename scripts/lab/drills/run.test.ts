import { expect, test } from "vitest";
import { runTool } from "../../steps";
import { chosen } from "./run";

const all = ["one", "two", "three", "four", "five"].map((name) => ({ name }));

test("every drill is in one part, and names that nobody knows are refused", () => {
  const parts = ["1/2", "2/2"].map((part) => chosen(all, ["--part", part]));
  expect(new Set(parts.flat())).toEqual(new Set(all));
  expect(chosen(all, ["four", "two"]).map(({ name }) => name)).toEqual(["two", "four"]);
  expect(() => chosen(all, ["two", "six"])).toThrow("There is no drill six.");
  expect(() => chosen(all, ["--part", "3/2"])).toThrow("A part is one such as 2/6");
});

// In a process of its own, because what nobody catches would end this one.
test("a drill that throws, in whatever way, is one failed drill, and the others go on", async () => {
  const code = `
    const { runDrills } = await import("./scripts/lab/drills/run.ts");
    const { EventEmitter } = await import("node:events");
    const drill = (name, run) => ({ name, needs: () => null, run });
    const well = async () => ({ said: "held", wrong: [] });
    const never = () => new Promise(() => setInterval(() => undefined, 1_000));
    const isWell = await runDrills([
      drill("throws", () => { throw new Error("at once") }),
      drill("rejects", async () => { throw new Error("later") }),
      drill("pool", () => { setTimeout(() => new EventEmitter().emit("error", new Error("57P01")), 10); return never(); }),
      drill("nobody-waits", () => { void Promise.reject(new Error("unheard")); return never(); }),
      drill("hangs", never),
      drill("last", well),
    ], 300);
    process.exit(isWell ? 0 : 1);`;
  const { code: exit, output } = await runTool(["--import", "tsx", "--input-type=module", "-e", code]);
  expect(output).toContain("1 passed, 5 failed");
  expect(exit).toBe(1);
  for (const line of [
    "throws: Error: at once",
    "rejects: Error: later",
    "pool: Error: 57P01",
    "nobody-waits: Error: unheard",
    "hangs: it did not end within 0.3 s",
  ])
    expect(output).toContain(`FAILED ${line}`);
});

import { expect, test } from "vitest";
import { runTool } from "./steps";

const printed = async (code: string) => {
  const whole = `const { printLines } = await import("./scripts/print-lines.ts"); printLines("app"); ${code}`;
  const { output } = await runTool(["--import", "tsx", "--input-type=module", "-e", whole]);
  return output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
};

test("where nobody looks on, all that is printed is one JSON line each, with errors and without secrets", async () => {
  const lines = await printed(`
    console.log("Database      started  %d s", 3);
    console.log("");
    console.error("It failed", new Error("of sk_live_abc, in\\ntwo lines"));
    console.warn(new Error("alone"));`);
  expect(lines).toMatchObject([
    { level: 30, part: "app", msg: "Database  started  3 s" },
    {
      level: 50,
      msg: "It failed",
      err: { message: "of sk_live_…, in\ntwo lines", stack: expect.any(String) },
    },
    { level: 40, msg: "Error: alone" },
  ]);
});

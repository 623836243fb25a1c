import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newPool } from "@/lib/db/connect";
import { parseOperatorEnv } from "@/lib/env";
import { logPieces } from "@/lib/services/desk/audit/log";
import { verifyLog } from "./audit/verify";
import { Problem } from "./problem";
import { reach } from "./start/doors";
import { say, step } from "./steps";

// npm run audit -- export log.jsonl (or log.csv): the sealed log of acts with its chain, while the service runs.
// npm run audit -- verify log.jsonl [seal]: whether a file is as it was sealed, by the file alone. `seal` is what an
// earlier export said at its end; it must be in this one too. The exit code is 1 where something is wrong.
const [act = "", file = "", seal = ""] = process.argv.slice(2);
if (!["export", "verify"].includes(act) || !/\.(jsonl|csv)$/.test(file))
  throw new Problem("Say what: npm run audit -- export log.jsonl, or verify log.jsonl; log.csv works too.");
const seen = /^(\d+):([0-9a-f]{64})$/.exec(seal);
if (seal !== "" && !seen)
  throw new Problem("A seal is its number, a colon and 64 characters, as an export said it.");

if (act === "export") await exportTo(file);
const { lines, head, broken } = await step("Audit log", async () => {
  const value = await verifyLog(file, seen && { position: seen[1] ?? "", hash: seen[2] ?? "" });
  const { length } = value.broken;
  return {
    said: length === 0 ? `${value.lines} lines are as they were sealed` : "SOMETHING IS WRONG",
    value,
  };
});
for (const line of broken) say("", line);
if (lines > 0) say("Last seal", `${head?.position}:${head?.hash}`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function exportTo(path: string): Promise<void> {
  const pool = newPool({ connectionString: reach(parseOperatorEnv(process.env)).appUrl, max: 1 });
  try {
    // The owner's alone: reasons and addresses of people stand in it.
    const to = createWriteStream(path, { flags: "wx", mode: 0o600 });
    await pipeline(Readable.from(logPieces(pool, path.endsWith(".csv") ? "csv" : "jsonl")), to);
  } finally {
    await pool.end();
  }
}

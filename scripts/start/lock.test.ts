import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { lockHolder, takeLock } from "./lock";

const directory = mkdtempSync(path.join(tmpdir(), "sente-lock-"));

afterAll(() => rmSync(directory, { recursive: true }));

test.each([
  ["a short path", path.join(directory, "a.sock")],
  ["a path longer than a socket may have", path.join(directory, "x".repeat(100), "a.sock")],
])("a lock at %s is held once, says by whom, and can be taken again after its release", async (_, file) => {
  const lock = await takeLock(file, () => "the first");
  expect(lock).toMatchObject({ wasAbandoned: false });
  expect(await takeLock(file, () => "the second")).toEqual({ heldBy: "the first" });
  if ("release" in lock) lock.release();
  expect(await lockHolder(file)).toBeUndefined();
  const next = await takeLock(file, () => "the third");
  expect(next).toMatchObject({ wasAbandoned: false });
  if ("release" in next) next.release();
});

test("a lock whose holder was killed is free, and tells that it was abandoned", async () => {
  const file = path.join(directory, "killed.sock");
  const holder = spawn(process.execPath, [
    "-e",
    `require("net").createServer().listen(${JSON.stringify(file)}, () => console.log("held"))`,
  ]);
  await once(holder.stdout, "data");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const lock = await takeLock(file, () => "the next");
  expect(lock).toMatchObject({ wasAbandoned: true });
  if ("release" in lock) lock.release();
});

test("a lock is never held in a directory that somebody else may write to", async () => {
  const shared = mkdtempSync(path.join(tmpdir(), "sente-tmp-"));
  vi.stubEnv("TMPDIR", shared);
  const file = path.join(directory, "y".repeat(100), "a.sock");
  const lock = await takeLock(file, () => "the first");
  if ("release" in lock) lock.release();
  const own = path.join(shared, `sente-${process.getuid?.() ?? "locks"}`);
  chmodSync(own, 0o777);
  await expect(takeLock(file, () => "the second")).rejects.toThrow("set DATA_DIR to a shorter path");
  rmSync(own, { recursive: true });
  symlinkSync(directory, own);
  await expect(takeLock(file, () => "the third")).rejects.toThrow("set DATA_DIR to a shorter path");
  unlinkSync(own);
  vi.unstubAllEnvs();
  rmSync(shared, { recursive: true });
});

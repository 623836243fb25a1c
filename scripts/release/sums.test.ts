import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeSums } from "./sums";

const folder = mkdtempSync(path.join(tmpdir(), "sente-sums-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const page = readFileSync("docs/self-hosting.md", "utf8");
/** The two lines of the page, by which whoever fetched a release looks at it. */
const [verify = "", check = ""] =
  /```sh\n(ssh-keygen -Y verify.*)\n(sha256sum.*)\n```/.exec(page)?.slice(1) ?? [];
const shell = (line: string) => spawnSync("sh", ["-ec", line], { cwd: folder, encoding: "utf8" });
const hasSsh = spawnSync("ssh-keygen", ["-?"]).error === undefined;

test("what is in the folder is in the list, once, and the list is checked by the page's own words", async () => {
  put("a.tar.gz", "one");
  await writeSums(folder, ["a.tar.gz"], "");
  put("a.tar.gz", "two");
  put("b.deb", "three");
  expect(await writeSums(folder, ["a.tar.gz"], "")).toBe(false);
  await writeSums(folder, ["b.deb"], "");
  expect(readFileSync(path.join(folder, "SHA256SUMS"), "utf8").split("\n")).toHaveLength(3);
  expect(shell(check).status).toBe(0);
  put("b.deb", "another");
  expect(shell(check).status).not.toBe(0);
});

test.skipIf(!hasSsh)("the list is signed, and a changed one or another's key is refused", async () => {
  for (const name of ["key", "other"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(folder, name)]);
  const signers = (name: string) =>
    put("release-signers", `releases@sente ${readFileSync(path.join(folder, `${name}.pub`), "utf8")}`);
  expect(await writeSums(folder, ["b.deb"], path.join(folder, "key"))).toBe(true);
  signers("key");
  expect(shell(verify).stdout).toContain("Good");
  signers("other");
  expect(shell(verify).status).not.toBe(0);
  signers("key");
  put("SHA256SUMS", `${readFileSync(path.join(folder, "SHA256SUMS"), "utf8")}0000  c\n`);
  expect(shell(verify).status).not.toBe(0);
  // A list that is written anew has no signature of the one before.
  await writeSums(folder, ["b.deb"], "");
  expect(shell(verify).status).not.toBe(0);
});

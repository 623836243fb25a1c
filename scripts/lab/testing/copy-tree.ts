import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const generated = ["lib/db/generated", "lib/domain/generated", "lib/text/generated", "next-env.d.ts"];
const listsMax = 64 * 1024 ** 2;

/** A copy of the tree as git sees it, with what is generated, and this one's packages. `remove` ends it. */
export function copyTree(): { root: string; remove(): void } {
  const root = mkdtempSync(path.join(tmpdir(), "sente-copy-"));
  const flags = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", flags, { encoding: "utf8", maxBuffer: listsMax });
  for (const file of [...listed.split("\0").filter(Boolean), ...generated])
    if (existsSync(file)) cpSync(file, path.join(root, file), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

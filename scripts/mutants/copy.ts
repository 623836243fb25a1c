import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const generated = ["lib/db/generated", "lib/text/generated", "lib/domain/generated"];

/** A copy of the working tree to make mistakes in, and what removes it. Ignored files stay behind. */
export function copyTree(): { root: string; remove(): void } {
  const root = mkdtempSync(path.join(tmpdir(), "sente-mutants-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  for (const file of [...listed.split("\0"), ...generated])
    if (file && existsSync(file)) cpSync(file, path.join(root, file), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  return { root, remove };
}

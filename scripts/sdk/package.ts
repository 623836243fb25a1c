import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const sdk = path.join(root, "sdk");

export const compiler = path.join(root, "node_modules/typescript7/bin/tsc");
export const packageFile = "sente-client.tgz";
/** The clients that are one file: app/docs/clients serves them. */
const files = ["php/sente.php", "python/sente.py"];

/**
 * Builds sdk/ to JavaScript and types, because Node reads no TypeScript inside node_modules, and packs it into `folder`:
 * the tarball that `npm publish` and `npm install` take. Its path. The clients of other languages are copied beside it.
 */
export function packSdk(folder: string): string {
  const stage = mkdtempSync(path.join(tmpdir(), "sente-sdk-"));
  try {
    for (const part of ["package.json", "README.md", "bin", "cli"])
      cpSync(path.join(sdk, part), path.join(stage, part), { recursive: true });
    const build = [path.join(sdk, "build.mjs"), path.join(stage, "dist")];
    execFileSync(process.execPath, build, { stdio: ["ignore", "inherit", "inherit"] });
    const options = ["--pack-destination", stage, "--json", "--ignore-scripts"];
    const said = execFileSync("npm", ["pack", ...options], {
      cwd: stage,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    // Safe: npm's own form of an answer.
    const [{ filename }] = JSON.parse(said) as [{ filename: string }];
    const file = path.join(folder, packageFile);
    cpSync(path.join(stage, filename), file);
    for (const one of files) cpSync(path.join(sdk, one), path.join(folder, path.basename(one)));
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";

export const sums = "SHA256SUMS";
/** Whoever verifies names it too, so that a signature of something else by the same key counts for nothing. */
const namespace = "sente-release";

/**
 * Writes the checksums of these files of `directory` into SHA256SUMS, beside those that it has, and signs it with the OpenSSH key
 * in the file SIGNING_KEY. Returns whether it is signed. docs/self-hosting.md says how it is verified.
 */
export async function writeSums(directory: string, files: string[], key = process.env.SIGNING_KEY) {
  const list = path.join(directory, sums);
  const others = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  const kept = others.filter((line) => line !== "" && !files.some((file) => line.endsWith(`  ${file}`)));
  const made = await Promise.all(
    files.map(async (file) => `${await checksum(path.join(directory, file))}  ${file}`),
  );
  writeFileSync(list, [...kept, ...made].map((line) => `${line}\n`).join(""));
  // One of before would say that this list is wrong.
  rmSync(`${list}.sig`, { force: true });
  if (!key) return false;
  execFileSync("ssh-keygen", ["-q", "-Y", "sign", "-f", key, "-n", namespace, list], { stdio: "inherit" });
  return true;
}

async function checksum(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

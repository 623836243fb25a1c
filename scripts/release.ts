import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "./problem";
import { stageRelease } from "./release/stage";
import { writeSums } from "./release/sums";
import { prepareBuild } from "./start/build";
import { say, step } from "./steps";

// npm run release: makes in release/ what runs on another machine of this system without a build, a compiler or the
// network: a tarball, the list of what is in it (SBOM), and the checksums of both.
/** docs/self-hosting.md says what it is. */
const unpackedMaxMb = 350;
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const name = `sente-${version}-${process.platform}-${process.arch}`;
const directory = path.resolve("release");
const stage = path.join(directory, name);

const release = await prepareBuild("npm run release");
await step("Files", async () => {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  await stageRelease(stage, { version, commit: commit() });
  const mb = Number(run("du", ["-sm", stage]).split("\t")[0]);
  if (mb > unpackedMaxMb)
    throw new Problem(`The release has ${mb} MB, and ${unpackedMaxMb} is what it may have.`);
  return `${mb} MB`;
});
release();
const tarball = `${name}.tar.gz`;
await step("Tarball", async () => {
  // The same code gives the same bytes.
  const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=2026-01-01T00:00:00Z"];
  run("tar", [...same, "--use-compress-program=gzip -n", "-cf", tarball, name]);
  return `${Math.round(statSync(path.join(directory, tarball)).size / 1024 ** 2)} MB`;
});
const sbom = `${name}.cdx.json`;
await step("SBOM", async () => {
  const list = run("npm", ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx"], ".");
  writeFileSync(path.join(directory, sbom), list);
  return `${JSON.parse(list).components.length} packages`;
});
const isSigned = await writeSums(directory, [tarball, sbom]);
say("Checksums", isSigned ? "signed" : "not signed: SIGNING_KEY names no key");
say("Release", path.relative(".", directory));
process.exit(0);

function run(program: string, args: string[], cwd = directory): string {
  return execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1024 ** 3,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}

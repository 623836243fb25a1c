import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../problem";
import { packSdk } from "../sdk/package";
import { say } from "../steps";
import { fingerprint, isFresh, isWritable, locksOf, registerUse, STAMP } from "./build-use";
import { requireTools } from "./generate";
import { lateReact } from "./late-react";
import { lockHolder, takeLock } from "./lock";
import { bundlePrograms } from "./programs";

const LOCKS = locksOf();

/** A production build that does not change while it is held. */
export type HeldBuild = { outcome: "built" | "fresh"; release(): void };

/**
 * Makes sure that .next is a production build of the current code, and keeps others from building over it until it is
 * released. `about` tells others who holds it. Throws Problem.
 */
export async function holdFreshBuild(about: string): Promise<HeldBuild> {
  // Where nothing can be written, as in an image, nobody builds over it either.
  if (isFresh() && !isWritable(path.dirname(STAMP))) return { outcome: "fresh", release() {} };
  for (;;) {
    const mine = await registerUse(about);
    const builder = await lockHolder(path.join(LOCKS, "build.sock"));
    if (builder === undefined && isFresh()) return { outcome: "fresh", release: mine.release };
    mine.release();
    const lock = await takeLock(path.join(LOCKS, "build.sock"), () => about);
    if ("heldBy" in lock) {
      say("Build", `waiting for ${lock.heldBy || "another start"}, which builds`);
      while ((await lockHolder(path.join(LOCKS, "build.sock"))) !== undefined) await sleep(500);
      continue;
    }
    try {
      if (isFresh()) continue;
      await refuseWhileUsed();
      await build();
      return { outcome: "built", release: (await registerUse(about)).release };
    } finally {
      lock.release();
    }
  }
}

async function refuseWhileUsed(): Promise<void> {
  const directory = path.join(LOCKS, "using");
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) {
    const user = await lockHolder(path.join(directory, name));
    if (user === undefined) rmSync(path.join(directory, name), { force: true });
    else
      throw new Problem(
        `The code has changed and must be built, but ${user} runs on the present build: stop it first.`,
      );
  }
}

async function build(): Promise<void> {
  requireTools("The build");
  const wanted = fingerprint();
  rmSync(STAMP, { force: true });
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const stopChild = () => child.kill("SIGKILL");
  process.once("exit", stopChild);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  }
  const code = await new Promise((resolve) => child.on("close", resolve).on("error", () => resolve(1)));
  process.off("exit", stopChild);
  if (code !== 0) throw new Problem(`next build failed:\n${said.trim()}`);
  slimBuild(".next/server");
  await bundlePrograms();
  await lateReact();
  packSdk(path.dirname(STAMP));
  writeFileSync(STAMP, wanted);
}

/**
 * Turbopack writes a chunk once for each group of routes that shares it: 21 times the same 1.7 MB, and a server would read
 * each copy into memory. One stays, the others lead to it. Source maps keep the lines and lose the sources' text, which
 * is four fifths of them: a stack needs the lines alone. Returns how many copies there were.
 */
export function slimBuild(server: string): number {
  const copies = dropCopies(path.join(server, "chunks")) + dropCopies(path.join(server, "chunks/ssr"));
  for (const file of readdirSync(server, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".map")) dropTexts(path.join(server, file));
  }
  return copies;
}

function dropCopies(directory: string): number {
  let copies = 0;
  const first = new Map<string, string>();
  for (const name of readdirSync(directory).sort()) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(directory, name);
    const code = readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "");
    const key = createHash("sha256").update(code).digest("hex");
    const same = first.get(key);
    const leading = `module.exports=require(${JSON.stringify(`./${same}`)});\n`;
    if (same === undefined) first.set(key, name);
    else if (code.length > leading.length) {
      writeFileSync(file, leading);
      rmSync(`${file}.map`, { force: true });
      copies += 1;
    }
  }
  return copies;
}

/** A map of the third version, or one of sections that each hold one. */
interface SourceMap {
  sourcesContent?: string[];
  sections?: { map: SourceMap }[];
}

function dropTexts(file: string): void {
  const map: SourceMap = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(withoutTexts(map)));
}

function withoutTexts({ sourcesContent: _, sections, ...rest }: SourceMap): SourceMap {
  if (!sections) return rest;
  return { ...rest, sections: sections.map((section) => ({ ...section, map: withoutTexts(section.map) })) };
}

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stageRelease } from "../../release/stage";
import { type Finished, runTool } from "../../steps";
import { childrenOf, commandOf, openPlace, type Place } from "./place";
import { none, type Outcome, underLoad } from "./under-load";

/** Some releases beside each other, and the link through which they are started, as docs/self-hosting.md has it. */
export interface Releases {
  directory: string;
  /** The start of a release, and of the one that the link leads to. */
  bootstrap(name: string): string;
  /** Another version: the same code with one more table. */
  addNext(name: string): void;
  addBroken(name: string): void;
  linkTo(name: string): void;
  /** Has the release of this name take over from the one that runs on `dataDir`, by its own command. */
  upgrade(name: string, dataDir: string): Promise<Finished>;
}

const later = "99991231000000_drill";

export async function withReleases<T>(work: (releases: Releases) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(path.join(tmpdir(), "sente-drill-releases-"));
  // PostgreSQL of root's start runs under another account.
  chmodSync(directory, 0o755);
  const at = (...names: string[]) => path.join(directory, ...names);
  const bootstrap = (name: string) => at(name, "scripts/bootstrap.mjs");
  // Nothing writes into a release, so another may share its files.
  const addLike = (name: string) => execFileSync("cp", ["-al", at("first"), at(name)]);
  const releases: Releases = {
    directory,
    bootstrap,
    addNext(name) {
      addLike(name);
      mkdirSync(at(name, "prisma/migrations", later));
      writeFileSync(
        at(name, "prisma/migrations", later, "migration.sql"),
        "CREATE TABLE drill_rooms (id INTEGER PRIMARY KEY);\n",
      );
    },
    addBroken(name) {
      addLike(name);
      const program = at(name, ".next/programs/scripts-serve.mjs");
      rmSync(program);
      writeFileSync(program, 'throw new Error("this version is broken");\n');
    },
    linkTo(name) {
      symlinkSync(name, at("draft"));
      renameSync(at("draft"), at("current"));
    },
    upgrade: (name, dataDir) => runTool([bootstrap(name), "upgrade"], { DATA_DIR: dataDir }),
  };
  try {
    await stageRelease(at("first"), { version: "0.0.0-drill", commit: "drill" });
    return await work(releases);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Under load: to the next version and back twice, to one that does not start, and to the next again. */
export async function upgrade(): Promise<Outcome> {
  return withReleases(async (releases) => {
    releases.addNext("next");
    releases.addBroken("broken");
    releases.linkTo("first");
    const place = await openPlace({}, { bootstrap: releases.bootstrap("current") });
    const wrong: string[] = [];
    const turn = async (name: string, isWell: boolean) => {
      const { code, output } = await releases.upgrade(name, place.dataDir);
      if ((code === 0) !== isWell) wrong.push(`npm run upgrade in ${name} ended with ${code}: ${output}`);
      const serving = path.basename(codeOf(place));
      const linked = path.basename(readlinkSync(path.join(releases.directory, "current")));
      const wanted = isWell ? name : "next";
      if (serving !== wanted || linked !== wanted)
        wrong.push(`after ${name} the link leads to ${linked}, and ${serving} serves`);
    };
    try {
      const outcome = await underLoad(
        place,
        async () => {
          for (const name of ["next", "first", "next", "first", "next"]) await turn(name, true);
          await turn("broken", false);
        },
        none,
      );
      return { said: `5 upgrades; ${outcome.said}`, wrong: [...outcome.wrong, ...wrong] };
    } finally {
      await place.stop();
    }
  });
}

/** The folder in which the app runs. */
function codeOf(place: Place): string {
  const app = childrenOf(place.child.pid ?? 0).find((one) => commandOf(one).includes("scripts-serve"));
  return readlinkSync(`/proc/${app}/cwd`);
}

/** In a network without anything but this machine: the release starts, answers its pages, and takes a payment. */
export async function offline(): Promise<Outcome> {
  return withReleases(async (releases) => {
    const inside = `ip link set lo up && exec "$0" --import tsx scripts/lab/drills/inside.ts "$1"`;
    const args = ["-n", "sh", "-c", inside, process.execPath, releases.bootstrap("first")];
    return outcomeOf(await runTool(args, {}, "unshare"));
  });
}

/** The same release on the same data, started by each of these programs of Node in turn. */
export async function runOnEach(nodes: string[]): Promise<Outcome[]> {
  return withReleases(async (releases) => {
    const outcomes: Outcome[] = [];
    const data = path.join(releases.directory, "data");
    for (const node of nodes) {
      const args = ["scripts/lab/drills/inside.ts", releases.bootstrap("first"), node, data];
      outcomes.push(outcomeOf(await runTool(["--import", "tsx", ...args])));
    }
    return outcomes;
  });
}

/** Its last line says what it did. */
function outcomeOf({ code, output }: Finished): Outcome {
  return { said: output.trim().split("\n").at(-1) ?? "", wrong: code === 0 ? [] : [output] };
}

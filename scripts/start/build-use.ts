import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { type Lock, takeLock } from "./lock";

/** Where the locks on the build of the code in `root` are. */
export function locksOf(root = "."): string {
  return path.resolve(root, "node_modules/.cache/sente");
}

/** Others see that the build of the code in `root` is in use, and by whom, until this is released. */
export async function registerUse(about: string, root = "."): Promise<Lock> {
  const name = `${process.pid}-${process.hrtime.bigint().toString(36)}.sock`;
  const lock = await takeLock(path.join(locksOf(root), "using", name), () => about);
  if ("heldBy" in lock) throw new Error("a name with a time in it was taken");
  return lock;
}

/** The same for code that nobody may build over anyway: a release, or a folder that cannot be written. */
export async function holdUse(about: string, root: string): Promise<() => void> {
  const isFixed = existsSync(path.join(root, "release.json")) || !isWritable(path.join(root, ".next"));
  return isFixed ? () => undefined : (await registerUse(about, root)).release;
}

export function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

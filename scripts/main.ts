import { fileURLToPath } from "node:url";

/** Whether the module is the script that was started, and not imported by one. */
export function isMain(moduleUrl: string): boolean {
  return process.argv[1] === fileURLToPath(moduleUrl);
}

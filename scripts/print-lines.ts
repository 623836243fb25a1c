import { format } from "node:util";
import { createLog } from "@/lib/providers/log";
import { isUnread } from "@/lib/providers/request-context";

/**
 * From now on everything that this process prints, packages too, is one JSON line each, in the form of the app's log and
 * masked like it. Nothing changes where a person looks on. `part` names the process in each line.
 */
export function printLines(part: string, isTty = process.stdout.isTTY === true): void {
  if (isTty) return;
  const log = createLog("info", process.stdout);
  const printer = (level: "info" | "warn" | "error") => {
    return (...said: unknown[]) => {
      const err = said.find((one) => one instanceof Error);
      const words = format(...said.filter((one) => one !== err)).trim();
      const message = words.replace(/[^\S\n]{2,}/g, "  ") || String(err ?? "");
      // Anybody can write a call that no framework can read: that is no fault of ours, and nobody is woken for it.
      const isTheirs = level === "error" && isUnread();
      if (message !== "") log[isTheirs ? "warn" : level]({ part, ...(err ? { err } : {}) }, message);
    };
  };
  Object.assign(console, { log: printer("info"), info: printer("info"), debug: printer("info") });
  Object.assign(console, { warn: printer("warn"), error: printer("error") });
}

import { type Said, said } from "@/lib/text/mail";
import type { TextKey } from "@/lib/text/words";

/** One line about the service's health: the state, its meaning, and what to do. */
export interface HealthLine {
  /** A plain text where it is a provider's own name. */
  name: Said | string;
  value: Said;
  /** `watch`: not yet a problem, or a temporary one. `unknown`: it could not be determined. */
  state: "well" | "watch" | "bad" | "unknown";
  means: Said;
  /** Null where nothing is to be done. */
  todo: Said | null;
}

/** A line about which nothing is to be done. */
export function well(name: Said | string, value: Said, means: Said): HealthLine {
  return { name, value, state: "well", means, todo: null };
}

export interface HealthGroup {
  title: Said;
  lines: HealthLine[];
}

/** "12 s", "4 min", "3 h", "2 days": how long something has waited. */
export function waitOf(ms: number): Said {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return said("told_wait", { count: seconds, unit: "s" });
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return said("told_wait", { count: minutes, unit: "min" });
  const hours = Math.round(minutes / 60);
  if (hours < 48) return said("told_wait", { count: hours, unit: "h" });
  return said("told_wait", { count: Math.round(hours / 24), unit: "days" });
}

type Counted<Key> = Key extends `told_count_${infer Name}` ? Name : never;
/** The kinds of work in queues. */
export type Work = Counted<TextKey<"operator">>;

/** "0 payments", "1 payment", "10,000 payments or more" at the count where counting stops. */
export function countOf(count: number, work: Work): Said {
  const more = count > countedMax ? "yes" : "no";
  return said(`told_count_${work}`, { count: Math.min(count, countedMax), more });
}

/** The limit of counting a backlog, so that checking it never makes it worse. */
export const countedMax = 10_000;

/** "less than 1 MB", "12 MB", "1.5 GB" */
export function megabytes(bytes: number): Said {
  const mega = bytes / 1024 / 1024;
  if (mega >= 1024) return said("told_gigabytes", { size: Math.round((mega / 1024) * 10) / 10 });
  return mega >= 1 ? said("told_megabytes", { size: Math.round(mega) }) : said("told_underMegabyte");
}

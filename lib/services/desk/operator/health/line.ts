/** One thing about the service: how it is, what that means, and what to do about it. */
export interface HealthLine {
  name: string;
  value: string;
  /** `watch`: not yet a problem, or one that passes. `unknown`: it could not be asked. */
  state: "well" | "watch" | "bad" | "unknown";
  means: string;
  /** Null where nothing is to be done. */
  todo: string | null;
}

export interface HealthGroup {
  title: string;
  lines: HealthLine[];
}

/** "12 s", "4 min", "3 h", "2 days": how long something has waited. */
export function waitOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

/** "0", "1 payment", "10,000 payments or more" at the count where counting stops. */
export function countOf(count: number, one: string, many: string): string {
  if (count > countedMax) return `${countedMax.toLocaleString("en-GB")} ${many} or more`;
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en-GB")} ${many}`;
}

/** A backlog is counted no further, so that looking at it never makes it worse. */
export const countedMax = 10_000;

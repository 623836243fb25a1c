import type { Mode } from "../mode";

export const eventsPath = "/dashboard/developers/events";

export function eventPath(id: string, mode: Mode): string {
  return `${eventsPath}/${encodeURIComponent(id)}?mode=${mode}`;
}

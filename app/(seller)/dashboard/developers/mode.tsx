import { type Filter, tabs } from "@/app/_lists/filters";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Tabs } from "@/components/ui/blocks";

export type Mode = "live" | "test";

/** `?mode=test` or live; a page without it shows live data. */
export function modeOf(value: string | string[] | undefined): Mode {
  return value === "test" ? "test" : "live";
}

/** The mode as a filter of a list. Live and test data share no key, endpoint or event, so other filters are dropped. */
export const modeTabs: Filter<Mode> = {
  ...tabs("mode", ["live", "test"], (mode) => (mode === "live" ? "modeLive" : "modeTest")),
  isOther: true,
};

export function ModeTabs({ path, mode, words }: { path: string; mode: Mode; words: DashboardWords }) {
  const item = (name: Mode, label: string) => ({
    href: `${path}?mode=${name}`,
    label,
    current: mode === name,
  });
  return (
    <Tabs
      label={words.text("mode")}
      items={[item("live", words.text("modeLive")), item("test", words.text("modeTest"))]}
    />
  );
}

export const eventsPath = "/dashboard/developers/events";

export function eventPath(id: string, mode: Mode): string {
  return `${eventsPath}/${encodeURIComponent(id)}?mode=${mode}`;
}

/** How an answer of the API is marked. */
export function toneOf(status: number): "plain" | "warn" | "bad" {
  if (status < 400) return "plain";
  return status < 500 ? "warn" : "bad";
}

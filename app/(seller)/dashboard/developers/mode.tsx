import { Tabs } from "@/components/ui/tabs";

export type Mode = "live" | "test";

/** `?mode=test` or live; a page without it shows live data. */
export function modeOf(value: string | string[] | undefined): Mode {
  return value === "test" ? "test" : "live";
}

export function ModeTabs({ path, mode }: { path: string; mode: Mode }) {
  const item = (name: Mode, label: string) => ({
    href: `${path}?mode=${name}`,
    label,
    current: mode === name,
  });
  return <Tabs label="Mode" items={[item("live", "Live"), item("test", "Test")]} />;
}

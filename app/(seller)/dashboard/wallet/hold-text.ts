import type { DashboardWords } from "@/components/dashboard/messages/words";

const minuteMs = 60_000;
/** The largest first: 1,440 minutes are one day. */
const units = [
  ["day", 1_440 * minuteMs],
  ["hour", 60 * minuteMs],
  ["minute", minuteMs],
] as const;

/** How long money is held after each payment, as whoever runs the service has set it. */
export function holdText(holdMs: number, { locale, text }: DashboardWords): string {
  const found = units.find(([, ms]) => holdMs % ms === 0);
  if (holdMs === 0 || !found) return text("heldNot");
  const [unit, ms] = found;
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return text("heldFor", { time: format.format(holdMs / ms) });
}

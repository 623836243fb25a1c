import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { typedAmount } from "@/lib/domain/typed-amount";
import type { DestinationView } from "@/lib/services/money/out/payouts/destination";
import type { ScheduleView } from "@/lib/services/money/out/payouts/schedule";
import { weekdayName, writtenHour } from "./words";

interface About {
  words: DashboardWords;
  currency: string;
  timeZone: string;
  destinations: DestinationView[];
}

/** The form of automatic payouts. `saveSchedule` returns problems under the same names. */
const automaticFields = {
  weekday: {
    kind: "select",
    label: "automaticDay",
    options: ({ words }) => [
      { value: "", label: words.text("everyDay") },
      ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day, words) })),
    ],
  },
  hour: {
    kind: "select",
    label: "automaticHour",
    help: ({ words, timeZone }) => words.text("automaticHourHelp", { zone: timeZone.replaceAll("_", " ") }),
    options: () =>
      Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: writtenHour(hour) })),
  },
  destination: {
    kind: "select",
    label: "toWhom",
    options: ({ destinations }) => destinations.map(({ id, label }) => ({ value: String(id), label })),
  },
  minimum: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, currency }) => words.text("automaticMinimum", { currency }),
    help: "automaticMinimumHelp",
  },
  keep: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, currency }) => words.text("automaticKeep", { currency }),
    help: "automaticKeepHelp",
  },
} satisfies Fields<About>;

/** The form with what was chosen before; every morning at six where nothing was. */
export function automaticSpecs(schedule: ScheduleView | null, about: About): FieldSpec[] {
  if (!schedule) return fieldSpecs<About, typeof automaticFields>(automaticFields, about, { hour: "6" });
  const { currency } = schedule;
  const typed = (minor: bigint) => (minor > 0n ? typedAmount({ minor, currency }, about.words.lang) : "");
  return fieldSpecs<About, typeof automaticFields>(automaticFields, about, {
    weekday: String(schedule.weekday ?? ""),
    hour: String(schedule.hour),
    destination: String(schedule.destinationId),
    minimum: typed(schedule.minMinor),
    keep: typed(schedule.keepMinor),
  });
}

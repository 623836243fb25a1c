import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { modernZone } from "@/lib/domain/country";
import type { AlertSettingsView } from "@/lib/services/notify/alerts/settings";
import { timeZoneChoices } from "@/lib/services/people/accounts/places";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** What a person is told, when it waits, and when the digest comes. */
export function alertFields(view: AlertSettingsView, storeZone: string, words: DashboardWords): FieldSpec[] {
  const { text } = words;
  const hourOptions = (nothing: string) => [
    { value: "", label: nothing },
    ...hours.map((hour) => ({ value: String(hour), label: `${String(hour).padStart(2, "0")}:00` })),
  ];
  const hour = (name: string, label: string, value: number | null, nothing: string): FieldSpec => ({
    ...{
      kind: "select",
      name,
      label,
      folded: true,
      options: hourOptions(nothing),
      value: value === null ? "" : String(value),
    },
  });
  return [
    {
      kind: "grid",
      name: "choices",
      label: text("alertsWhat"),
      rows: view.events.map((event) => ({ value: event, label: text(`alert_${event}`) })),
      columns: view.channels.map((channel) => ({ value: channel, label: text(`alertBy_${channel}`) })),
      value: [...view.choices],
    },
    hour("quietFrom", text("quietFrom"), view.quiet?.from ?? null, text("quietNone")),
    hour("quietUntil", text("quietUntil"), view.quiet?.until ?? null, text("quietNone")),
    {
      kind: "select",
      folded: true,
      name: "timeZone",
      label: text("alertZone"),
      value: view.timeZone === null ? "" : modernZone(view.timeZone),
      options: [
        { value: "", label: text("alertZoneStore", { zone: storeZone.replaceAll("_", " ") }) },
        ...timeZoneChoices(""),
      ],
    },
    hour("digestHour", text("digestHour"), view.digestHour, text("digestNone")),
  ];
}

import type { Fields } from "@/app/_forms/fields";
import { timeZoneChoices } from "@/lib/services/people/accounts/places";

export const zoneFields = {
  timeZone: {
    kind: "select",
    label: "timeZone",
    help: "opsZoneMeans",
    options: () => timeZoneChoices(""),
  },
} satisfies Fields;

import type { Metadata } from "next";
import type { Fields } from "@/app/_forms/fields";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardLanguageOf,
  dashboardWords,
} from "@/components/dashboard/messages/words";
import { type CurrentPerson, currentPerson } from "@/lib/auth/current-seller";
import { timeZoneChoices } from "@/lib/services/people/accounts/places";

/** The sentences in the language this person reads, whether or not they have a store. */
export function personWords({ user }: CurrentPerson): DashboardWords {
  return dashboardWords(dashboardLanguageOf(user.language));
}

/** `generateMetadata` of a page about oneself. */
export function titledForPerson(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: personWords(await currentPerson()).loose(key, {}) });
}

/** The time zone for times: of the current store, else the operator's own. */
export function zoneOf({ seller, user }: CurrentPerson): string {
  return seller?.store.timeZone ?? user.timeZone ?? "UTC";
}

export const zoneFields = {
  timeZone: {
    kind: "select",
    label: "timeZone",
    help: "opsZoneMeans",
    options: () => timeZoneChoices(""),
  },
} satisfies Fields;

import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";

/** `changeSites` says what is wrong with them. */
export const sitesFields = {
  sites: { kind: "area", label: "sitesLabel", help: "sitesHelp" },
} satisfies Fields;

export function sitesSpecs(words: DashboardWords, sites: readonly string[]) {
  return fieldSpecs(sitesFields, { words }, { sites: sites.join("\n") });
}

import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";

interface About {
  words: DashboardWords;
  stores: { id: number; name: string }[];
}

export const storesFields = {
  access: {
    kind: "select",
    label: "memberStores",
    options: ({ words }) => [
      { value: "all", label: words.text("memberAllStores") },
      { value: "some", label: words.text("memberSomeStores") },
    ],
  },
  stores: {
    kind: "boxes",
    label: "whichStores",
    help: "whichStoresHelp",
    options: ({ stores }) => stores.map(({ id, name }) => ({ value: String(id), label: name })),
  },
} satisfies Fields<About>;

/** Which stores a member has; nothing to choose where the account has one. */
export function storesSpecs(about: About, storeIds: readonly number[]): FieldSpec[] {
  if (about.stores.length < 2) return [];
  return fieldSpecs(storesFields, about, {
    access: storeIds.length > 0 ? "some" : "all",
    stores: storeIds.map(String),
  });
}

/** The form as the verbs read it. */
export function wantedStores({ access, stores }: { access: string; stores: string[] }) {
  return { access, storeIds: stores.map(Number).filter(Number.isInteger) };
}

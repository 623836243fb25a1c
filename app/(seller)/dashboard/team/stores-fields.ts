import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { type Role, rolesUnder } from "@/lib/domain/roles";
import { type AtStore, roleKeys } from "../words";

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

/** What each role that this person may give does, in a line. */
export function roleCards({ seller, words }: AtStore, value: Role): FieldSpec {
  const options = rolesUnder(seller.role).map((role) => ({
    ...{ value: role, label: words.text(roleKeys[role].name), help: words.text(roleKeys[role].means) },
  }));
  return { kind: "cards", name: "role", label: words.text("role"), options, value };
}

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

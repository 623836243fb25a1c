import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { done } from "@/lib/auth/sealed-cookie";
import { languageCodes } from "@/lib/domain/languages";
import { businessKinds } from "@/lib/domain/verification";
import { storeOptions, type TypedStore, updateStore } from "@/lib/services/catalog/stores/update-store";
import type { readVerification } from "@/lib/services/catalog/stores/verification";
import type { World } from "@/lib/services/core/world";
import { systemWorld } from "@/lib/services/desk/system-world";
import { countryChoices, timeZoneChoices } from "@/lib/services/people/accounts/places";
import type { About } from "../act-page";
import { wordsFor } from "../words";

// The pages of a store's settings, each with one subject. `updateStore` returns problems under the names of their fields.

type Act = About<null>;

export const shopFields = {
  name: { kind: "text", label: "storeName" },
  contactPhone: { kind: "text", label: "contactPhone", help: "contactPhoneHelp" },
  contactEmail: { kind: "text", type: "email", inputMode: "email", label: "contactEmail" },
  address: { kind: "area", label: "storeAddress", help: "storeAddressHelp" },
  taxNumber: { kind: "text", label: "taxNumber" },
  timeZone: {
    kind: "select",
    label: "timeZone",
    options: ({ seller }) => timeZoneChoices(seller.store.country),
  },
  language: {
    kind: "select",
    label: "storeLanguage",
    options: ({ words }) => languageCodes.map((value) => ({ value, label: words.text(`lang_${value}`) })),
  },
} satisfies Fields<Act>;

export const lookFields = {
  brandColour: { kind: "text", type: "color", label: "storeColour", placeholder: "#14532d" },
  description: { kind: "area", label: "storeDescription" },
  slug: {
    kind: "text",
    label: "storeSlug",
    help: ({ words }) => words.text("storeSlugHelp", { url: `${systemWorld().config.siteUrl}/store/` }),
  },
} satisfies Fields<Act>;

export const sellingFields = {
  options: {
    kind: "boxes",
    label: "options",
    options: ({ words: { text } }) =>
      storeOptions.map((value) => ({ value, label: text(value), help: text(`${value}Help`) })),
  },
  returnUrl: { kind: "text", inputMode: "url", label: "returnUrl", help: "returnUrlHelp" },
} satisfies Fields<Act>;

/** Saves what such a page shows. */
export function saves(to: string) {
  return async (seller: CurrentSeller, { typed }: { typed: Partial<TypedStore> }, world: World) => {
    await updateStore(world, seller.caller(true), typed);
    return done(to, wordsFor(seller).text("storeSaved"));
  };
}

type Verification = Awaited<ReturnType<typeof readVerification>>;

export const verificationFields = {
  legalName: { kind: "text", label: "legalName", help: "legalNameHelp" },
  kind: {
    kind: "select",
    label: "sellerKind",
    options: ({ words: { text } }) => [
      { value: "", label: text("choose") },
      ...businessKinds.map((value) => ({ value, label: text(`kindOf_${value}`) })),
    ],
  },
  country: { kind: "select", label: "country", options: ({ words }) => countryChoices(words.locale) },
  address: { kind: "area", label: "legalAddress", help: "legalAddressHelp" },
  number: {
    kind: "text",
    label: "idNumber",
    help: ({ words: { text }, verification: { told } }) =>
      told ? text("idNumberAgain", { end: told.numberEnd }) : text("idNumberHelp"),
  },
  phone: { kind: "text", autoComplete: "tel", label: "ownerPhone", help: "ownerPhoneHelp" },
  picture: {
    kind: "file",
    accept: "image/jpeg,image/png,image/webp,image/heic",
    label: "document",
    help: ({ words, verification }) => words.text(verification.hasDocument ? "documentKept" : "documentHelp"),
  },
} satisfies Fields<{ words: DashboardWords; verification: Verification }>;

/** The form with what was told before, except the number, which is typed again. */
export function verificationSpecs(verification: Verification, words: DashboardWords): FieldSpec[] {
  const { told, country } = verification;
  const held = told ? { ...told, number: "" } : { country };
  return fieldSpecs(verificationFields, { words, verification }, held);
}

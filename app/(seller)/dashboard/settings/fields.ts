import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { modernZone } from "@/lib/domain/country";
import { languageCodes } from "@/lib/domain/languages";
import { businessKinds } from "@/lib/domain/verification";
import { storeOptions } from "@/lib/services/catalog/stores/update-store";
import type { readVerification } from "@/lib/services/catalog/stores/verification";
import { countryChoices, timeZoneChoices } from "@/lib/services/people/accounts/places";

interface About {
  words: DashboardWords;
  siteUrl: string;
  country: string;
}

/** The form of a store. `updateStore` returns problems under the same names. */
export const storeFields = {
  name: { kind: "text", label: "storeName" },
  slug: {
    kind: "text",
    label: "storeSlug",
    help: ({ words, siteUrl }) => words.text("storeSlugHelp", { url: `${siteUrl}/store/` }),
  },
  description: { kind: "area", label: "storeDescription", help: "storeDescriptionHelp" },
  brandColour: { kind: "text", label: "storeColour", help: "storeColourHelp", placeholder: "#14532d" },
  contactPhone: { kind: "text", label: "contactPhone", help: "contactPhoneHelp" },
  contactEmail: {
    kind: "text",
    type: "email",
    inputMode: "email",
    label: "contactEmail",
    help: "contactEmailHelp",
  },
  returnUrl: { kind: "text", inputMode: "url", label: "returnUrl", help: "returnUrlHelp" },
  timeZone: {
    kind: "select",
    label: "timeZone",
    help: "timeZoneHelp",
    options: ({ country }) => timeZoneChoices(country),
  },
  language: {
    kind: "select",
    label: "storeLanguage",
    help: "storeLanguageHelp",
    options: ({ words }) => languageCodes.map((value) => ({ value, label: words.text(`lang_${value}`) })),
  },
  taxNumber: { kind: "text", label: "taxNumber", help: "taxNumberHelp" },
  address: { kind: "area", label: "storeAddress", help: "storeAddressHelp" },
  options: {
    kind: "boxes",
    label: "options",
    options: ({ words: { text } }) =>
      storeOptions.map((value) => ({ value, label: text(value), help: text(`${value}Help`) })),
  },
} satisfies Fields<About>;

/** The form with what the store has. */
export function storeSpecs(store: CurrentSeller["store"], about: Omit<About, "country">): FieldSpec[] {
  const options = storeOptions.filter((option) => store[option]);
  const timeZone = modernZone(store.timeZone);
  return fieldSpecs(storeFields, { ...about, country: store.country }, { ...store, timeZone, options });
}

type Verification = Awaited<ReturnType<typeof readVerification>>;

interface AboutSeller {
  words: DashboardWords;
  verification: Verification;
}

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
} satisfies Fields<AboutSeller>;

/** The form with what was told before, except the number, which is typed again. */
export function verificationSpecs(verification: Verification, words: DashboardWords): FieldSpec[] {
  const { told, country } = verification;
  const held = told ? { ...told, number: "" } : { country };
  return fieldSpecs(verificationFields, { words, verification }, held);
}

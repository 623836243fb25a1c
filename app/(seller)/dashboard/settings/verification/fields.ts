import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { businessKinds } from "@/lib/domain/verification";
import type { readVerification } from "@/lib/services/catalog/stores/verification";
import { countryChoices } from "@/lib/services/people/accounts/places";

type Verification = Awaited<ReturnType<typeof readVerification>>;

interface About {
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
} satisfies Fields<About>;

/** The form with what was told before, except the number, which is typed again. */
export function verificationSpecs(verification: Verification, words: DashboardWords): FieldSpec[] {
  const { told, country } = verification;
  const held = told ? { ...told, number: "" } : { country };
  return fieldSpecs(verificationFields, { words, verification }, held);
}

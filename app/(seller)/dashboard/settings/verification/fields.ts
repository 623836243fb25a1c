import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { businessKinds } from "@/lib/domain/verification";
import type { readVerification } from "@/lib/services/catalog/stores/verification";
import { countryChoices } from "@/lib/services/people/accounts/places";

type Verification = Awaited<ReturnType<typeof readVerification>>;

/** The form with what was told before, except the number, which is typed again. */
export function verificationFields(
  { told, country, hasDocument }: Verification,
  words: DashboardWords,
): FieldSpec[] {
  const { text } = words;
  return [
    {
      ...{ kind: "text", name: "legalName", label: text("legalName"), help: text("legalNameHelp") },
      value: told?.legalName ?? "",
    },
    {
      ...{ kind: "select", name: "kind", label: text("sellerKind"), value: told?.kind ?? "" },
      options: [
        { value: "", label: text("choose") },
        ...businessKinds.map((value) => ({ value, label: text(`kindOf_${value}`) })),
      ],
    },
    {
      ...{ kind: "select", name: "country", label: text("country"), value: told?.country ?? country },
      options: countryChoices(words.locale),
    },
    {
      ...{ kind: "area", name: "address", label: text("legalAddress"), help: text("legalAddressHelp") },
      value: told?.address ?? "",
    },
    {
      ...{ kind: "text", name: "number", label: text("idNumber") },
      help: told ? text("idNumberAgain", { end: told.numberEnd }) : text("idNumberHelp"),
    },
    {
      ...{ kind: "text", name: "phone", label: text("ownerPhone"), help: text("ownerPhoneHelp") },
      ...{ autoComplete: "tel", value: told?.phone ?? "" },
    },
    {
      ...{ kind: "file", name: "picture", label: text("document") },
      accept: "image/jpeg,image/png,image/webp,image/heic",
      help: hasDocument ? text("documentKept") : text("documentHelp"),
    },
  ];
}

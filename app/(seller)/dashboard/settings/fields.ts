import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { modernZone } from "@/lib/domain/country";
import { languageCodes } from "@/lib/domain/languages";
import { timeZoneChoices } from "@/lib/services/people/accounts/places";

/** The form of a store, in the reader's words, with what the store has. */
export function storeFields(
  store: CurrentSeller["store"],
  siteUrl: string,
  words: DashboardWords,
): FieldSpec[] {
  const { text } = words;
  return [
    { kind: "text", name: "name", label: text("storeName"), value: store.name },
    {
      kind: "text",
      name: "slug",
      label: text("storeSlug"),
      help: text("storeSlugHelp", { url: `${siteUrl}/store/` }),
      value: store.slug,
    },
    {
      kind: "area",
      name: "description",
      label: text("storeDescription"),
      help: text("storeDescriptionHelp"),
      value: store.description ?? "",
    },
    {
      kind: "text",
      name: "brandColour",
      label: text("storeColour"),
      help: text("storeColourHelp"),
      placeholder: "#14532d",
      value: store.brandColour ?? "",
    },
    {
      kind: "text",
      name: "contactPhone",
      label: text("contactPhone"),
      help: text("contactPhoneHelp"),
      value: store.contactPhone ?? "",
    },
    {
      kind: "text",
      type: "email",
      inputMode: "email",
      name: "contactEmail",
      label: text("contactEmail"),
      help: text("contactEmailHelp"),
      value: store.contactEmail ?? "",
    },
    {
      kind: "text",
      inputMode: "url",
      name: "returnUrl",
      label: text("returnUrl"),
      help: text("returnUrlHelp"),
      value: store.returnUrl ?? "",
    },
    ...placeFields(store, words),
  ];
}

function placeFields(store: CurrentSeller["store"], words: DashboardWords): FieldSpec[] {
  const { text } = words;
  const options = ["buyerPaysCharges", "sendsReceipts", "sendsReminders", "endsAccessOnReversal"] as const;
  return [
    {
      kind: "select",
      name: "timeZone",
      label: text("timeZone"),
      help: text("timeZoneHelp"),
      value: modernZone(store.timeZone),
      options: timeZoneChoices(store.country),
    },
    {
      kind: "select",
      name: "language",
      label: text("storeLanguage"),
      help: text("storeLanguageHelp"),
      value: store.language,
      options: languageCodes.map((value) => ({ value, label: text(`lang_${value}`) })),
    },
    {
      kind: "text",
      name: "taxNumber",
      label: text("taxNumber"),
      help: text("taxNumberHelp"),
      value: store.taxNumber ?? "",
    },
    {
      kind: "area",
      name: "address",
      label: text("storeAddress"),
      help: text("storeAddressHelp"),
      value: store.address ?? "",
    },
    {
      kind: "boxes",
      name: "options",
      label: text("options"),
      value: options.filter((option) => store[option]),
      options: options.map((value) => ({ value, label: text(value), help: text(`${value}Help`) })),
    },
  ];
}

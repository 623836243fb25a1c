import type { FieldSpec } from "@/app/_forms/form-field";
import { toMajorText } from "@/lib/domain/money";
import { localTime } from "@/lib/resources/payment-link-form";
import type { LinkPage } from "@/lib/services/payment-links/read";

interface LinkStore {
  currency: string;
  timeZone: string;
}

/** The form in which a link is written, empty or with what it is now. */
export function linkFields(store: LinkStore, link: LinkPage["link"] | null): FieldSpec[] {
  return [...about(store, link), ...limits(store, link), ...afterwards(link)];
}

function about({ currency }: LinkStore, link: LinkPage["link"] | null): FieldSpec[] {
  const typed = (minor: bigint | null | undefined) =>
    minor === null || minor === undefined ? "" : toMajorText({ minor, currency }).replace(/\.0+$/, "");
  return [
    {
      kind: "text",
      name: "title",
      label: "Title",
      placeholder: "Swimming lessons",
      value: link?.title ?? "",
    },
    {
      kind: "area",
      name: "description",
      label: "Description",
      help: "Shown under the title. May stay empty.",
      value: link?.description ?? "",
    },
    {
      kind: "select",
      name: "amountType",
      label: "Amount",
      value: link?.amountType ?? "fixed",
      options: [
        { value: "fixed", label: "Everyone pays the same" },
        { value: "custom", label: "The payer types it" },
      ],
    },
    {
      kind: "text",
      name: "amount",
      label: `Amount in ${currency}`,
      help: "Where the payer types it: what the field suggests. May stay empty then.",
      inputMode: "decimal",
      value: typed(link?.amountMinor),
    },
    {
      kind: "text",
      name: "minAmount",
      label: `Least amount in ${currency}`,
      help: "Only where the payer types it. May stay empty.",
      inputMode: "decimal",
      value: typed(link?.minAmountMinor),
    },
  ];
}

function limits({ timeZone }: LinkStore, link: LinkPage["link"] | null): FieldSpec[] {
  return [
    {
      kind: "select",
      name: "isReusable",
      label: "Payments",
      value: link?.isReusable === false ? "one" : "many",
      options: [
        { value: "many", label: "Many payers" },
        { value: "one", label: "One payment, then it closes" },
      ],
    },
    {
      kind: "text",
      name: "maxPayments",
      label: "Close after this many payments",
      help: "May stay empty.",
      value: link?.maxPayments === null || link === null ? "" : String(link.maxPayments),
    },
    {
      kind: "text",
      type: "datetime-local",
      name: "expiresAt",
      label: "Close at this time",
      help: `By the clocks of your store (${timeZone}). May stay empty.`,
      value: link?.expiresAt ? localTime(link.expiresAt, timeZone) : "",
    },
  ];
}

function afterwards(link: LinkPage["link"] | null): FieldSpec[] {
  const options = [
    ...(link?.collectEmail ? ["collectEmail"] : []),
    ...(link?.showsPlaces ? ["showsPlaces"] : []),
  ];
  return [
    {
      kind: "boxes",
      name: "options",
      label: "On the page",
      value: options,
      options: [
        { value: "collectEmail", label: "Require an e-mail address" },
        { value: "showsPlaces", label: "Show how many places are taken" },
      ],
    },
    {
      kind: "text",
      name: "customQuestion",
      label: "A question to the payer",
      help: "The answer is in the order. May stay empty.",
      placeholder: "Whose child is it?",
      value: link?.customQuestion ?? "",
    },
    {
      kind: "area",
      name: "thankYouMessage",
      label: "Thank-you message",
      help: "Shown after paying. May stay empty.",
      value: link?.thankYouMessage ?? "",
    },
    {
      kind: "text",
      type: "url",
      name: "redirectUrl",
      label: "Send payers here afterwards",
      help: "An https address of yours, instead of our page. May stay empty.",
      placeholder: "https://example.com/thanks",
      value: link?.redirectUrl ?? "",
    },
  ];
}

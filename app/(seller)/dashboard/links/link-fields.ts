import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { toMajorText } from "@/lib/domain/money";
import { localTime } from "@/lib/resources/payment-link-form";
import type { LinkPage } from "@/lib/services/catalog/payment-links/read";
import { type FeeStore, keepsText } from "../keeps";

interface LinkStore extends FeeStore {
  timeZone: string;
}

/** The form in which a link is written, empty or with what it is now. */
export function linkFields(
  store: LinkStore,
  link: LinkPage["link"] | null,
  words: DashboardWords,
): FieldSpec[] {
  return [...about(store, link, words), ...limits(store, link, words), ...afterwards(link, words)];
}

function about(store: LinkStore, link: LinkPage["link"] | null, words: DashboardWords): FieldSpec[] {
  const { currency } = store;
  const { text } = words;
  const typed = (minor: bigint | null | undefined) =>
    minor === null || minor === undefined ? "" : toMajorText({ minor, currency }).replace(/\.0+$/, "");
  return [
    {
      kind: "text",
      name: "title",
      label: text("linkTitle"),
      placeholder: text("titleExample"),
      value: link?.title ?? "",
    },
    {
      kind: "area",
      name: "description",
      label: text("productDescription"),
      help: text("linkDescriptionHelp"),
      value: link?.description ?? "",
    },
    {
      kind: "select",
      name: "amountType",
      label: text("amount"),
      value: link?.amountType ?? "fixed",
      options: [
        { value: "fixed", label: text("sameForAll") },
        { value: "custom", label: text("typedByPayer") },
      ],
    },
    {
      kind: "text",
      name: "amount",
      label: text("amountIn", { currency }),
      help: `${text("amountInHelp")} ${keepsText(store, link?.amountMinor ?? null, words)}`,
      inputMode: "decimal",
      value: typed(link?.amountMinor),
    },
    {
      kind: "text",
      name: "minAmount",
      label: text("leastIn", { currency }),
      help: text("leastInHelp"),
      inputMode: "decimal",
      value: typed(link?.minAmountMinor),
    },
  ];
}

function limits(
  { timeZone }: LinkStore,
  link: LinkPage["link"] | null,
  { text }: DashboardWords,
): FieldSpec[] {
  return [
    {
      kind: "select",
      name: "isReusable",
      label: text("payments"),
      value: link?.isReusable === false ? "one" : "many",
      options: [
        { value: "many", label: text("manyPayers") },
        { value: "one", label: text("onePayment") },
      ],
    },
    {
      kind: "text",
      name: "maxPayments",
      label: text("closeAfter"),
      help: text("mayStayEmpty"),
      value: link?.maxPayments === null || link === null ? "" : String(link.maxPayments),
    },
    {
      kind: "text",
      type: "datetime-local",
      name: "expiresAt",
      label: text("closeAt"),
      help: text("closeAtHelp", { zone: timeZone }),
      value: link?.expiresAt ? localTime(link.expiresAt, timeZone) : "",
    },
  ];
}

function afterwards(link: LinkPage["link"] | null, { text }: DashboardWords): FieldSpec[] {
  const options = [
    ...(link?.collectEmail ? ["collectEmail"] : []),
    ...(link?.showsPlaces ? ["showsPlaces"] : []),
  ];
  return [
    {
      kind: "boxes",
      name: "options",
      label: text("onThePage"),
      value: options,
      options: [
        { value: "collectEmail", label: text("collectEmail") },
        { value: "showsPlaces", label: text("showsPlaces") },
      ],
    },
    {
      kind: "text",
      name: "customQuestion",
      label: text("askQuestion"),
      help: text("askQuestionHelp"),
      placeholder: text("questionExample"),
      value: link?.customQuestion ?? "",
    },
    {
      kind: "area",
      name: "thankYouMessage",
      label: text("thankYou"),
      help: text("thankYouHelp"),
      value: link?.thankYouMessage ?? "",
    },
    {
      kind: "text",
      type: "url",
      name: "redirectUrl",
      label: text("redirectTo"),
      help: text("redirectToHelp"),
      placeholder: "https://example.com/thanks",
      value: link?.redirectUrl ?? "",
    },
  ];
}

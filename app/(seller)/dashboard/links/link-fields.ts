import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { fieldAmount } from "@/lib/domain/money";
import { localTime } from "@/lib/resources/form-fields";
import type { LinkPage } from "@/lib/services/catalog/payment-links/read";
import { type FeeStore, keepsText } from "../keeps";

interface About {
  words: DashboardWords;
  store: FeeStore & { timeZone: string };
  /** Null on the form of a new one. */
  link: LinkPage["link"] | null;
}

const options = ["collectEmail", "showsPlaces"] as const;

/** The form in which a link is written. `linkBody` reads it. */
const linkFields = {
  title: {
    kind: "text",
    label: "linkTitle",
    placeholder: ({ words }) => words.text("titleExample"),
  },
  description: { kind: "area", label: "productDescription", help: "linkDescriptionHelp" },
  amountType: {
    kind: "select",
    label: "amount",
    options: ({ words }) => [
      { value: "fixed", label: words.text("sameForAll") },
      { value: "custom", label: words.text("typedByPayer") },
    ],
  },
  amount: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, store: { currency } }) => words.text("amountIn", { currency }),
    help: ({ words, store, link }) =>
      `${words.text("amountInHelp")} ${keepsText(store, link?.amountMinor ?? null, words)}`,
  },
  minAmount: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, store: { currency } }) => words.text("leastIn", { currency }),
    help: "leastInHelp",
  },
  isReusable: {
    kind: "select",
    label: "payments",
    options: ({ words }) => [
      { value: "many", label: words.text("manyPayers") },
      { value: "one", label: words.text("onePayment") },
    ],
  },
  maxPayments: { kind: "text", folded: true, label: "closeAfter", help: "mayStayEmpty" },
  expiresAt: {
    kind: "text",
    folded: true,
    type: "datetime-local",
    label: "closeAt",
    help: ({ words, store }) => words.text("closeAtHelp", { zone: store.timeZone }),
  },
  options: {
    kind: "boxes",
    folded: true,
    label: "onThePage",
    options: ({ words }) => options.map((value) => ({ value, label: words.text(value) })),
  },
  customQuestion: {
    kind: "text",
    folded: true,
    label: "askQuestion",
    help: "askQuestionHelp",
    placeholder: ({ words }) => words.text("questionExample"),
  },
  thankYouMessage: { kind: "area", folded: true, label: "thankYou", help: "thankYouHelp" },
  redirectUrl: {
    kind: "text",
    folded: true,
    type: "url",
    label: "redirectTo",
    help: "redirectToHelp",
    placeholder: "https://example.com/thanks",
  },
} satisfies Fields<About>;

/** The form, empty or with what the link is now. */
export function linkSpecs(about: About): FieldSpec[] {
  const { link } = about;
  if (!link) return fieldSpecs(linkFields, about);
  const { currency, timeZone } = about.store;
  const typed = (minor: bigint | null) =>
    minor === null ? "" : fieldAmount({ minor, currency }, about.words.lang);
  return fieldSpecs(linkFields, about, {
    ...link,
    amount: typed(link.amountMinor),
    minAmount: typed(link.minAmountMinor),
    isReusable: link.isReusable ? "many" : "one",
    maxPayments: link.maxPayments?.toString(),
    expiresAt: link.expiresAt && localTime(link.expiresAt, timeZone),
    options: options.filter((option) => link[option]),
  });
}

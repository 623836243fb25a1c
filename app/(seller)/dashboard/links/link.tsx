import { cache, type ReactNode } from "react";
import type { z } from "zod";
import type { Fields } from "@/app/_forms/fields";
import { BesideSample } from "@/components/dashboard/link-preview";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { wordsOf } from "@/components/pay/parts";
import type { StatusTone } from "@/components/ui/blocks";
import { problemsOf } from "@/lib/api/read-request";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField } from "@/lib/auth/guarded-action";
import { fieldAmount } from "@/lib/domain/money";
import type { LinkStatus } from "@/lib/domain/payment-link";
import { Invalid } from "@/lib/domain/refusal";
import { rowIdOf } from "@/lib/domain/token";
import { formProblems, linkBody, localTime, type SentForm } from "@/lib/resources/form-fields";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { linkSaved } from "@/lib/services/catalog/payment-links/change";
import { type LinkPage, readPaymentLink } from "@/lib/services/catalog/payment-links/read";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { found } from "../../../service-name";
import type { About, Thing } from "../act-page";
import { keepsText } from "../keeps";
import { wordsFor } from "../words";

type Link = LinkPage["link"];

/** A link that is changed in its form. */
export const changedLink: Thing<Link, number> = {
  section: "links",
  id: idField,
  find: (seller, id) => ownLink(seller, id),
  sent: (link) => ({
    id: String(link.id),
    seen: sealShown(systemWorld(), `link/${link.id}`, linkSaved(link)),
  }),
  back: () => null,
};

type Shown = About<Link | null>;
const options = ["collectEmail", "showsPlaces"] as const;

/** The form in which a link is written. `linkBody` reads it. */
const linkFields = {
  title: { kind: "text", label: "linkTitle", placeholder: ({ words }) => words.text("titleExample") },
  amountType: {
    ...{ kind: "select", label: "amount" },
    options: ({ words }) => [
      { value: "fixed", label: words.text("sameForAll") },
      { value: "custom", label: words.text("typedByPayer") },
    ],
  },
  amount: {
    ...{ kind: "text", inputMode: "decimal" },
    label: ({ words, seller: { store } }) => words.text("amountIn", { currency: store.currency }),
    help: ({ words, seller: { store }, row }) => keepsText(store, row?.amountMinor ?? null, words),
  },
  minAmount: {
    ...{ kind: "text", only: ["amountType", "custom"], inputMode: "decimal", help: "leastInHelp" },
    label: ({ words, seller: { store } }) => words.text("leastIn", { currency: store.currency }),
  },
  isReusable: {
    ...{ kind: "select", label: "payments" },
    options: ({ words }) => [
      { value: "many", label: words.text("manyPayers") },
      { value: "one", label: words.text("onePayment") },
    ],
  },
  description: {
    ...{ kind: "area", folded: true, short: "shortDescription", label: "productDescription" },
    help: "linkDescriptionHelp",
  },
  maxPayments: {
    ...{ kind: "text", folded: true, short: "shortClosing", label: "closeAfter", help: "mayStayEmpty" },
  },
  expiresAt: {
    ...{ kind: "text", folded: true, type: "datetime-local", label: "closeAt" },
    help: ({ words, seller: { store } }) => words.text("closeAtHelp", { zone: store.timeZone }),
  },
  options: {
    ...{ kind: "boxes", folded: true, short: "shortPage", label: "onThePage" },
    options: ({ words }) => options.map((value) => ({ value, label: words.text(value) })),
  },
  customQuestion: {
    ...{ kind: "text", folded: true, short: "shortQuestion", label: "askQuestion", help: "askQuestionHelp" },
    placeholder: ({ words }) => words.text("questionExample"),
  },
  thankYouMessage: {
    ...{ kind: "area", folded: true, short: "shortThanks", label: "thankYou", help: "thankYouHelp" },
  },
  redirectUrl: {
    ...{ kind: "text", folded: true, type: "url", label: "redirectTo", help: "redirectToHelp" },
    placeholder: "https://example.com/thanks",
  },
} satisfies Fields<Shown>;

/** What both forms of a link are: beside the page that it makes. */
export const linkForm = {
  fields: linkFields,
  held: ({ seller: { store }, words, row }: Shown) => (row ? heldBy(row, store, words) : {}),
  more: "moreChoices",
  around: (form: ReactNode, { words, seller: { store } }: Shown) => (
    <BesideSample
      {...{ form, store, title: "title", amount: "amount", example: words.text("linkTitle") }}
      caption={words.text("onAPhone")}
      pay={wordsOf(words.lang).text("payButtonOpen")}
    />
  ),
} as const;

/** Reads what was typed and saves it. Problems come with the API's field names; the form has its own. */
export async function saveTyped(
  seller: CurrentSeller,
  sent: SentForm,
  before: { expiresAt: Date | null } | null,
  save: (typed: z.output<typeof NewPaymentLink>) => Promise<Link>,
): Promise<Link> {
  const { store } = seller;
  try {
    const language = wordsFor(seller).lang;
    const parsed = NewPaymentLink.safeParse(linkBody(sent, { ...store, language }, before));
    if (!parsed.success) throw new Invalid(problemsOf(parsed.error));
    return await save(parsed.data);
  } catch (error) {
    throw error instanceof Invalid ? new Invalid(formProblems(error.errors, store.currency)) : error;
  }
}

/** The form with what the link is now. */
function heldBy(link: Link, { currency, timeZone }: Shown["seller"]["store"], words: DashboardWords) {
  const typed = (minor: bigint | null) =>
    minor === null ? "" : fieldAmount({ minor, currency }, words.lang);
  return {
    ...link,
    amount: typed(link.amountMinor),
    minAmount: typed(link.minAmountMinor),
    isReusable: link.isReusable ? "many" : "one",
    maxPayments: link.maxPayments?.toString(),
    expiresAt: link.expiresAt && localTime(link.expiresAt, timeZone),
    options: options.filter((option) => link[option]),
  };
}

/** "Expired" is by date, "completed" is by count. */
export const linkTones: Record<LinkStatus, StatusTone> = {
  active: "plain",
  paused: "warn",
  expired: "ended",
  completed: "ok",
};

interface Counted {
  isReusable: boolean;
  maxPayments: number | null;
  paymentsCount: number;
}

/** "3", or "3 of 50" where it closes by count. */
export function timesPaid(link: Counted, words: DashboardWords): string {
  const count = String(link.paymentsCount);
  const max = link.isReusable ? link.maxPayments : 1;
  return max === null ? count : words.text("countOf", { count, max: String(max) });
}

export const linksPath = "/dashboard/links";

export function linkPath(id: number): string {
  return `${linksPath}/${id}`;
}

/** The link of this page's address; without one, the page does not exist. */
export const ownLink = cache(async (seller: CurrentSeller, id: string): Promise<LinkPage["link"]> => {
  const number = rowIdOf(id);
  return found(readPaymentLink(systemWorld(), seller.caller(true), number));
});

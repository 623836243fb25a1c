import { cache, type ReactNode } from "react";
import type { z } from "zod";
import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import { LinkPreview } from "@/components/dashboard/link-preview";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
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
import { type FeeStore, keepsText } from "../keeps";
import { wordsFor } from "../words";

interface Shown {
  words: DashboardWords;
  store: FeeStore & { timeZone: string };
  /** Null on the form of a new one. */
  link: Link | null;
}

type Link = LinkPage["link"];

const previewPath = "/pay/preview";

/** A link that is changed in its form. The preview is asked for as its store's. */
export const changedLink: Thing<Link, number> = {
  section: "links",
  id: idField,
  find: (seller, id) => ownLink(seller, id),
  sent: (link, { store }) => ({
    store: String(store.id),
    id: String(link.id),
    seen: sealShown(systemWorld(), `link/${link.id}`, linkSaved(link)),
  }),
  back: () => null,
};

/** What both forms of a link are: beside the page that it makes. Without script, the second button fills the frame. */
export const linkForm = {
  specs: ({ seller: { store }, words, row }: About<Link | null>) => linkSpecs({ words, store, link: row }),
  more: "moreChoices",
  note: ({ words }: About<Link | null>) => (
    <Button look="quiet" formAction={previewPath} formMethod="get" formTarget="preview">
      {words.text("showInPreview")}
    </Button>
  ),
  around: (form: ReactNode, about: About<Link | null>) => (
    <LinkPreview
      path={previewPath}
      first={`${previewPath}?${firstQuery(String(about.seller.store.id), linkForm.specs(about))}`}
      caption={about.words.text("onAPhone")}
      title={about.words.text("previewOfPage")}
    >
      {form}
    </LinkPreview>
  ),
} as const;

/** The preview as the form is at first. */
function firstQuery(store: string, fields: FieldSpec[]): string {
  const query = new URLSearchParams({ store });
  for (const field of fields)
    for (const value of field.kind === "boxes" || field.kind === "grid" ? field.value : [field.value ?? ""])
      query.append(field.name, value);
  return query.toString();
}

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
} satisfies Fields<Shown>;

/** The form, empty or with what the link is now. */
function linkSpecs(about: Shown): FieldSpec[] {
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

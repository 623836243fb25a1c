import { type CivilDate, instantAt } from "@/lib/domain/civil-date";
import { lineTotal } from "@/lib/domain/invoice";
import { type Language, languages, longMonthOf } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import { unlinked } from "@/lib/domain/text";
import type { Letter } from "@/lib/providers/mail/letter";
import { maskedPhone } from "@/lib/providers/phone";
import { readImage } from "@/lib/services/catalog/images/pictures";
import { readPayAtTill } from "@/lib/services/catalog/till/account-numbers";
import type { World } from "@/lib/services/core/world";
import { catalogueOf } from "@/lib/text/catalogue";
import { nameIn, wordsIn } from "@/lib/text/words";
import { messageLanguage } from "./notices";

/** The message as it was queued. */
interface Queued {
  template: string;
  storeId: number | null;
  objectId: string | null;
}

type Facts = Pick<Letter, "amount" | "facts" | "lines">;
const none: Facts = { amount: null, facts: [], lines: [] };

/** A larger logo is left out, because every mail would contain it. */
const logoMaxBytes = 100_000;

/**
 * What a mail of a store shows around its text: the name and logo on top, the facts of the order or invoice, the contact
 * at the foot. Read when it is sent, and null for mails about an account.
 */
export async function letterOf(world: World, message: Queued): Promise<Letter | null> {
  const { storeId, template } = message;
  if (storeId === null || !catalogueOf("en", "notice").has(`${template}.sms`)) return null;
  const store = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  return {
    seller: unlinked(store.name),
    logo: await logoOf(world, store.logoUrl),
    ...(await factsOf(world, message, store)),
    foot: [store.address, store.contactPhone, store.contactEmail].flatMap((text) =>
      text ? text.split("\n") : [],
    ),
  };
}

async function logoOf(world: World, url: string | null): Promise<Letter["logo"]> {
  const prefix = `${world.config.siteUrl}/images/`;
  const image = url?.startsWith(prefix) ? await readImage(world, url.slice(prefix.length)) : null;
  return image && image.bytes.length <= logoMaxBytes ? image : null;
}

interface Store {
  id: number;
  language: string;
  timeZone: string;
  country: string;
}

async function factsOf(world: World, { objectId, template }: Queued, store: Store): Promise<Facts> {
  const [, kind, id = ""] = /^(order|invoice)\/(\d{1,9})$/.exec(objectId ?? "") ?? [];
  // The amount of a refund, or of a payment that failed, is in the text.
  if (kind === "order" && /^(receipt_|invoice_|payment_came_late)/.test(template))
    return orderFacts(world, store, Number(id));
  return kind === "invoice" ? invoiceFacts(world, store, Number(id)) : none;
}

async function orderFacts(world: World, store: Store, id: number): Promise<Facts> {
  const order = await world.db.order.findFirst({
    where: { id, storeId: store.id },
    include: {
      customer: { select: { language: true } },
      items: { orderBy: { position: "asc" } },
      invoice: { select: { number: true } },
      attempts: { where: { status: "succeeded", suspenseReason: null }, take: 1 },
      period: true,
    },
  });
  if (!order) return none;
  const language = messageLanguage(order.customer.language, store.language);
  const words = wordsIn(language, "payer");
  const money = (minor: bigint) => formatMoney({ minor, currency: order.currency }, language);
  const [paying] = order.attempts;
  const day = (at: Date) => dayText(at, language, store.timeZone);
  const phone = paying?.phoneSealed ? maskedPhone(world.secrets.open(paying.phoneSealed)) : null;
  const way = paying?.network
    ? networkOf(paying.network)?.displayName
    : paying?.method === "card"
      ? words.text("card")
      : null;
  return {
    amount: money(order.totalMinor),
    lines: order.items.map((item) => {
      const name = nameIn(language, unlinked(item.name));
      return {
        name: item.quantity > 1 ? `${item.quantity} × ${name}` : name,
        total: money(item.totalMinor),
      };
    }),
    facts: filled([
      [words.text("receiptMethod"), [way, phone].filter(Boolean).join(", ")],
      [words.text("receiptProvider"), paying?.receipt ?? null],
      [
        words.text("receiptPeriod"),
        order.period &&
          words.text("period", { start: day(order.period.startsAt), end: day(order.period.endsAt) }),
      ],
      [words.text("receiptInvoice"), order.invoice?.number ?? null],
      [words.text("receiptOrder"), order.number],
    ]),
  };
}

async function invoiceFacts(world: World, store: Store, id: number): Promise<Facts> {
  const invoice = await world.db.invoice.findFirst({
    where: { id, storeId: store.id },
    include: { items: { orderBy: { position: "asc" } }, customer: { select: { language: true } } },
  });
  if (!invoice) return none;
  const language = messageLanguage(invoice.customer?.language ?? null, store.language);
  const words = wordsIn(language, "payer");
  const money = (minor: bigint) => formatMoney({ minor, currency: invoice.currency }, language);
  const isOwed = invoice.cancelledAt === null && invoice.paidMinor < invoice.totalMinor;
  const place = { ...store, currency: invoice.currency };
  const till = isOwed ? await readPayAtTill(world, place, { kind: "invoice", id }) : null;
  return {
    amount: money(invoice.totalMinor - invoice.paidMinor),
    lines: invoice.items.map((item) => ({ name: unlinked(item.description), total: money(lineTotal(item)) })),
    facts: filled([
      [words.text("receiptInvoice"), invoice.number],
      [words.text("invoiceTotal"), money(invoice.totalMinor)],
      [words.text("invoicePaidSoFar"), invoice.paidMinor > 0n ? money(invoice.paidMinor) : null],
      [words.text("invoiceDue"), invoice.dueOn && dayText(noon(invoice.dueOn), language, "UTC")],
      [words.text("tillNumber"), till?.number ?? null],
      [words.text("tillAccount"), till?.account ?? null],
    ]),
  };
}

function filled(facts: [label: string, value: string | null][]): Letter["facts"] {
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function dayText(at: Date, language: Language, timeZone: string): string {
  const { locale } = languages[language];
  const style = { day: "numeric", month: longMonthOf(language), year: "numeric", timeZone } as const;
  return new Intl.DateTimeFormat(`${locale}-u-nu-latn`, style).format(at);
}

function noon(day: Date): Date {
  const date: CivilDate = day.toISOString().slice(0, 10);
  return instantAt(date, 12, "UTC");
}

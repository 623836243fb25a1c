import type { AccountMonth } from "@/lib/domain/bookkeeping";
import { type BookAccount, nameOfBook } from "@/lib/domain/bookkeeping";
import { civilDateIn } from "@/lib/domain/civil-date";
import { knownLanguage } from "@/lib/domain/languages";
import { addMonths, type CivilMonth, monthOf, startOfMonth } from "@/lib/domain/money";
import { Invalid, requireNone, say } from "@/lib/domain/refusal";
import { isEmail, lineProblem, normalizeEmail } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { doEach } from "@/lib/services/core/lease";
import { isOneOf } from "@/lib/services/core/manage-token";
import { queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit, permitRead, type Seller } from "@/lib/services/people/accounts/permit";
import { wordsIn } from "@/lib/text/words";
import { type BookProgram, bookFile, bookFileName, isBookProgram, type NameBook } from "./files";
import { readAccounts } from "./read-month";

/** How a store's bookkeeper wants the books. */
export interface BookSettings {
  program: BookProgram;
  /** The names or codes of accounts in their own books, by account; the others have ours. */
  names: Record<string, string>;
  /** To whom a month is mailed once it is over; null: to nobody. */
  email: string | null;
}

/** Throws NotAllowed. */
export async function readBookSettings(world: World, caller: Caller): Promise<BookSettings> {
  permitRead(caller, "money");
  return settingsOf(await world.db.bookkeepingSetting.findUnique({ where: { storeId: caller.storeId } }));
}

type Row = { program: string; names: unknown; email: string | null };

function settingsOf(row: Row | null): BookSettings {
  if (!row) return { program: "plain", names: {}, email: null };
  const program = isBookProgram(row.program) ? row.program : "plain";
  // Safe: only `saveBookSettings` writes it.
  return { program, names: row.names as Record<string, string>, email: row.email };
}

/** Throws NotAllowed, or Invalid by field. */
export async function saveBookSettings(
  world: World,
  seller: Seller,
  typed: { program: string; email: string; names: Record<string, string> },
): Promise<void> {
  permit(seller, "store.settings");
  const { program } = typed;
  const email = normalizeEmail(typed.email.trim()) || null;
  const named = Object.entries(typed.names).map(([account, name]) => [account, name.trim()] as const);
  const names = Object.fromEntries(named.filter(([, name]) => name !== ""));
  if (!isBookProgram(program)) throw new Invalid({ program: [say("choose_program")] });
  requireNone({
    email: email === null || isEmail(email) ? null : say("email_plain"),
    ...Object.fromEntries(Object.entries(names).map(([account, name]) => [account, lineProblem(name, 100)])),
  });
  const { storeId } = seller;
  await transact(world, async (unit) => {
    const { timeZone } = await unit.store(storeId);
    const found = await unit.tx.bookkeepingSetting.findUnique({ where: { storeId } });
    const isNewHolder = found?.email !== email;
    const data = { program, names, email, version: (found?.version ?? 0) + (isNewHolder ? 1 : 0) };
    await unit.tx.bookkeepingSetting.upsert({
      where: { storeId },
      // What is over already is on the page: mails begin with the month that runs.
      create: { ...data, storeId, sentMonth: lastMonth(unit.now, timeZone) },
      update: { ...data, ...(isNewHolder ? { sentMonth: lastMonth(unit.now, timeZone) } : {}) },
    });
    const details = { program, email: email ?? "" };
    await unit.audit(seller, { action: "store.books_set", target: `store:${storeId}`, details });
  });
}

const settleMs = 3 * 60 * 60 * 1000;

/** The last month that is over for some hours, so that what came in its last minute is booked. */
function lastMonth(now: Date, timeZone: string): CivilMonth {
  return addMonths(monthOf(civilDateIn(new Date(now.getTime() - settleMs), timeZone)), -1);
}

/** How an account is called: as the store's bookkeeper wants it, else in our words. `labels`: of own accounts, by key. */
export function namesOfBooks(
  language: string,
  { names }: Pick<BookSettings, "names">,
  labels: ReadonlyMap<string, string>,
): NameBook {
  const words = wordsIn(knownLanguage(language) ?? "en", "seller");
  return (account: BookAccount) => {
    const typed = names[account] ?? names[nameOfBook(account)];
    if (typed) return typed;
    if (account.startsWith("own:")) return labels.get(account.slice("own:".length)) ?? account;
    return words.text(`book_${account as Exclude<BookAccount, `own:${string}`>}`);
  };
}

/** The labels of a store's own accounts, by key; of those that were removed too. */
export async function ownLabels(world: World, storeId: number): Promise<Map<string, string>> {
  const rows = await world.db.railAccount.findMany({
    where: { storeId },
    select: { key: true, label: true },
  });
  return new Map(rows.map(({ key, label }) => [key, label]));
}

/** Mails the month that is over to whoever is to have it, once. Safe to repeat and in several processes. */
export async function mailMonths(world: World): Promise<{ mailed: number; failed: number }> {
  const now = world.clock.now();
  const due = await world.db.$queryRaw<{ storeId: number }[]>`
    SELECT b.store_id AS "storeId" FROM bookkeeping_settings b JOIN stores s ON s.id = b.store_id
    WHERE b.email IS NOT NULL
      AND b.sent_month < to_char((${new Date(now.getTime() - settleMs)} AT TIME ZONE s.time_zone) - interval '1 month', 'YYYY-MM')
    ORDER BY b.sent_month, b.store_id LIMIT 200`;
  const mail = ({ storeId }: { storeId: number }) => mailMonth(world, storeId);
  const { done: mailed, failed } = await doEach(
    world,
    due,
    mail,
    "A month was not mailed; it is tried again.",
  );
  return { mailed, failed };
}

const currenciesMax = 5;

async function mailMonth(world: World, storeId: number): Promise<boolean> {
  const store = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  const month = lastMonth(world.clock.now(), store.timeZone);
  const caller = callerOf(store);
  const months = await Promise.all(
    (await currenciesOf(world, storeId)).map(async (currency) => ({
      currency,
      accounts: await readAccounts(world, caller, { month, currency, timeZone: store.timeZone }),
    })),
  );
  return transact(world, async (unit) => {
    const { count } = await unit.tx.bookkeepingSetting.updateMany({
      where: { storeId, email: { not: null }, sentMonth: { lt: month } },
      data: { sentMonth: month },
    });
    const setting = await unit.tx.bookkeepingSetting.findUnique({ where: { storeId } });
    if (count === 0 || !setting?.email) return false;
    for (const { currency, accounts } of months.filter(moved)) {
      const [token] = tokensOf(world, { storeId, month, currency, version: setting.version });
      const link = `${world.config.siteUrl}/bookkeeping/${token}`;
      await queueMail(unit, {
        to: { email: setting.email, language: store.language },
        kind: "bookkeeping",
        values: {
          ...{ store: store.name, month, service: world.config.serviceName },
          ...figuresOf(accounts, currency),
          ...{ link, days: linkDays },
        },
        link,
        of: { accountId: store.accountId, storeId },
        dedupeKey: `bookkeeping/${storeId}/${month}/${currency}`,
      });
    }
    return true;
  });
}

const moved = ({ accounts }: { accounts: AccountMonth[] }) =>
  accounts.some(({ debitMinor, creditMinor }) => debitMinor + creditMinor > 0n);

function callerOf({ id, accountId }: { id: number; accountId: number }): Caller {
  return { storeId: id, accountId, livemode: true, actor: "system" };
}

async function currenciesOf(world: World, storeId: number): Promise<string[]> {
  const rows = await world.db.ledgerAccount.findMany({
    where: { storeId },
    distinct: ["currency"],
    select: { currency: true },
    orderBy: { currency: "asc" },
    take: currenciesMax,
  });
  return rows.map(({ currency }) => currency);
}

/** What a mail says of a month: sales with their tax, what went back, and fees. */
function figuresOf(accounts: AccountMonth[], currency: string) {
  const of = (...names: string[]) => ({
    minor: accounts
      .filter(({ account }) => names.includes(account))
      .reduce((sum, { debitMinor, creditMinor }) => sum + creditMinor - debitMinor, 0n),
    currency,
  });
  const back = of("refunds", "reversals");
  const fees = of("fees", "provider_fees");
  return {
    sales: of("sales"),
    tax: of("tax"),
    back: { ...back, minor: -back.minor },
    fees: { ...fees, minor: -fees.minor },
  };
}

// A mailed link has one holder, the bookkeeper; one power, to fetch one month's file; and an end. It ends too when the books go
// to somebody else. It is a MAC, so nothing that opens it is stored.

const linkDays = 45;

interface Linked {
  storeId: number;
  month: CivilMonth;
  currency: string;
  version: number;
}

/** The link's token, then those under earlier root secrets: a link that was mailed before a change works on. */
function tokensOf({ secrets }: World, linked: Linked): string[] {
  const name = `${linked.storeId}.${linked.month}.${linked.currency}`;
  const macs = secrets.macs("bookkeeping", `${name}/${linked.version}`);
  return macs.map((mac) => `${name}.${base62(mac, 22)}`);
}

/** The file behind a mailed link; null where the link is none, or over. */
export async function openMailedMonth(
  world: World,
  token: string,
): Promise<{ name: string; pieces: AsyncGenerator<string> } | null> {
  const parts = /^([1-9]\d{0,8})\.(20\d\d-\d\d)\.([A-Z]{3})\.[0-9A-Za-z]{22}$/.exec(token);
  if (!parts) return null;
  const [, id = "", month = "", currency = ""] = parts;
  const storeId = Number(id);
  const setting = await world.db.bookkeepingSetting.findUnique({
    where: { storeId },
    include: { store: true },
  });
  if (!setting?.email) return null;
  const { store, version } = setting;
  if (!isOneOf(world, tokensOf(world, { storeId, month, currency, version }), token)) return null;
  const end = startOfMonth(addMonths(month, 1), store.timeZone).getTime() + linkDays * 86_400_000;
  if (world.clock.now().getTime() >= end) return null;
  const of = { month, currency, timeZone: store.timeZone };
  const settings = settingsOf(setting);
  const called = namesOfBooks(store.language, settings, await ownLabels(world, storeId));
  return {
    name: bookFileName(of, settings.program, store.slug),
    pieces: bookFile(world, callerOf(store), of, settings.program, called),
  };
}

import { countryDefaults } from "@/lib/domain/country";
import { knownLanguage, type Language, languageCodes, lineOf } from "@/lib/domain/languages";
import { canRenewAt } from "@/lib/domain/subscription";
import { linkCode, type UssdFacts } from "@/lib/domain/ussd-menu";
import type { Caller, World } from "@/lib/services/core/world";
import { codesRest, countWrongCode } from "@/lib/services/people/keys/count-within";
import { idOfLinkCode, linkCodeOf } from "./words";

/** The store that was dialled, as the menu needs it. */
export interface UssdStore {
  caller: Caller;
  name: string;
  country: string;
  timeZone: string;
  isOpen: boolean;
  /** The language of the number's customer here, else the first that its country and its store suggest. */
  language: Language;
  facts: UssdFacts;
}

const storesMax = 16;
const plansMax = 40;
const subscriptionsMax = 20;

/** The stores at which this number has subscriptions, the newest first; never a suspended one. */
export async function storesOf(world: World, phone: string): Promise<{ id: number; name: string }[]> {
  return world.db.$queryRaw<{ id: number; name: string }[]>`
      WITH who AS (SELECT id, account_id FROM customers WHERE phone = ${phone} AND livemode LIMIT 50)
      SELECT s.id, s.name FROM (
        SELECT sub.store_id, max(sub.created_at) AS at FROM who JOIN subscriptions sub
          ON sub.account_id = who.account_id AND sub.livemode AND sub.customer_id = who.id GROUP BY sub.store_id
        ) known JOIN stores s ON s.id = known.store_id AND s.status = 'active'
      ORDER BY known.at DESC, s.id LIMIT ${storesMax}`;
}

interface StoreFound {
  id: number;
  accountId: number;
  name: string;
  country: string;
  timeZone: string;
  language: string;
  status: string;
  theirs: string | null;
  plans: { id: number; name: string }[] | null;
}

/** Null where there is no such store. */
export async function readUssdStore(
  world: World,
  storeId: number,
  phone: string,
  entries: readonly string[],
): Promise<UssdStore | null> {
  const [[row], rows, openLinks] = await Promise.all([
    world.db.$queryRaw<StoreFound[]>`
        SELECT s.id, s.account_id AS "accountId", s.name, s.country, s.time_zone AS "timeZone", s.language, s.status,
          c.language AS theirs, (SELECT json_agg(plan) FROM (SELECT p.id, p.name FROM products p
            WHERE p.store_id = s.id AND p.interval IS NOT NULL AND p.status = 'active'
            ORDER BY p.id LIMIT ${plansMax}) plan) AS plans
        FROM stores s LEFT JOIN customers c ON c.account_id = s.account_id AND c.livemode AND c.phone = ${phone}
        WHERE s.id = ${storeId}`,
    world.db.subscription.findMany({
      where: { storeId, livemode: true, customer: { phone, livemode: true } },
      include: { product: { select: { name: true } } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: subscriptionsMax,
    }),
    openLinksIn(world, { storeId, phone }, entries),
  ]);
  if (!row) return null;
  const now = world.clock.now();
  const open = rows.filter((one) => canRenewAt(one, now) || one.renewalMode !== "manual");
  return {
    caller: { storeId, accountId: row.accountId, livemode: true, actor: "payer" },
    ...{ name: row.name, country: row.country, timeZone: row.timeZone, isOpen: row.status === "active" },
    language: languageFor(row.theirs, row.country, row.language),
    facts: {
      subscriptions: open.map(({ id, product, renewalMode }) => ({
        id,
        plan: product.name,
        renews: renewalMode !== "manual",
      })),
      plans: row.plans ?? [],
      languages: languageCodes.map((code) => ({ code, name: lineOf(code).name, latin: lineOf(code).latin })),
      openLinks,
      lines: 4,
    },
  };
}

/** The customer's own language, else that of the country, else the store's. */
export function languageFor(
  theirs: string | null,
  country: string | null,
  ofStore: string | null = null,
): Language {
  const ofCountry = country === null ? null : (countryDefaults(country)?.language ?? null);
  // English stands for countries of which none of our languages is an official one: there the store knows better.
  const [second, third] = ofCountry === "en" ? [ofStore, ofCountry] : [ofCountry, ofStore];
  return knownLanguage(theirs, second, third) ?? "en";
}

/** The link that a code names in this store, or null. */
export async function linkOfCode(world: World, storeId: number, code: string) {
  const id = idOfLinkCode(code);
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return null;
  const link = await world.db.paymentLink.findFirst({ where: { id, storeId, deletedAt: null } });
  return link && linkCodeOf(world, link) === code ? link : null;
}

/** Of the entries that stand where a link's code is asked for, those whose payer says how much. */
async function openLinksIn(
  world: World,
  guesser: { storeId: number; phone: string },
  entries: readonly string[],
): Promise<string[]> {
  const typed = entries
    .filter((entry, place) => entries[place - 1] === "4" && linkCode.test(entry))
    .slice(0, 3);
  if (typed.length === 0 || (await codesRest(world, guesser))) return [];
  const links = await Promise.all(
    typed.map(async (code) => ({ code, link: await linkOfCode(world, guesser.storeId, code) })),
  );
  // Here and not where it is quoted: who goes back from a wrong code has also learned that it is wrong.
  for (const { code, link } of links) if (!link) await countWrongCode(world, guesser, code);
  return links.filter(({ link }) => link?.amountType === "custom").map(({ code }) => code);
}

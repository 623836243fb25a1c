import type { StoreRow } from "@/lib/db/rows";
import { type Charges, chargesOf, fixedFeesIn } from "@/lib/domain/fees";
import { exponentOf } from "@/lib/domain/money";
import { networkOf, networksFor, type PrefixRules, prefixRules, termsOf } from "@/lib/domain/network";
import { parsePhone } from "@/lib/providers/phone";
import { feesOf } from "@/lib/services/core/rails";
import type { World } from "@/lib/services/core/world";
import { routeOf } from "../../rails";

/** How a payer of this store can pay in this currency just now. */
export interface PayOptions {
  /** Null: there is no mobile money for this country and currency. */
  mobileMoney: {
    networks: { code: string; name: string; isDown: boolean }[];
    /** Null: a number cannot tell which of them it is. */
    prefixes: PrefixRules | null;
    example: string;
    /** The payer sends the money by themselves, and is not asked at the phone. */
    isSent: boolean;
    /** Whether they may choose messages by WhatsApp. */
    hasWhatsapp: boolean;
  } | null;
  card: boolean;
  /** Whether a phone can be asked by itself later, and whether a card can be kept. */
  asksPhones: boolean;
  keepsCards: boolean;
  /** The price with charges. A network may round an added charge in another way; the quote decides. */
  charge(method: "mobile_money" | "card", priceMinor: bigint): Charges;
}

/** Null when no rail can take anything here: payments are not open. */
export async function readPayOptions(
  world: World,
  store: Pick<StoreRow, "id" | "country">,
  currency: string,
): Promise<PayOptions | null> {
  const { country } = store;
  const query = { op: "charge" as const, storeId: store.id, country, currency };
  const [{ networks, isSent }, cardRails, terms] = await Promise.all([
    networksNow(world, query),
    routeOf(world, { ...query, method: "card" }),
    world.db.store.findUniqueOrThrow({
      where: { id: store.id },
      select: {
        ownWhatsapp: true,
        buyerPaysCharges: true,
        plan: { select: { feePpm: true, fixedFees: true } },
      },
    }),
  ]);
  if (networks.length === 0 && cardRails.length === 0) return null;
  const { buyerPaysCharges } = terms;
  const plan = feesOf(world, store.id, terms.plan);
  return {
    mobileMoney: offered(networks, country, isSent, mayChooseWhatsapp(world, terms)),
    card: cardRails.length > 0,
    asksPhones: !isSent && networks.some(({ code }) => networkOf(code)?.auth === "pin_push"),
    keepsCards: cardRails.some(({ capabilities }) => capabilities.keeps.includes("card")),
    charge: (method, priceMinor) =>
      chargesOf({
        priceMinor,
        feePpm: plan.feePpm,
        fixed: fixedFeesIn(plan, currency),
        buyerPaysCharges,
        stepMinor: method === "card" ? 1n : usualStep(country, currency),
      }),
  };
}

/** The simulated number is there only beside play money. */
export function mayChooseWhatsapp(
  { whatsapp, rails }: World,
  { ownWhatsapp }: Pick<StoreRow, "ownWhatsapp">,
): boolean {
  return ownWhatsapp || (whatsapp !== null && (!whatsapp.isSandbox || Boolean(rails.sandbox)));
}

function offered(
  networks: Awaited<ReturnType<typeof networksNow>>["networks"],
  country: string,
  isSent: boolean,
  hasWhatsapp: boolean,
) {
  if (networks.length === 0) return null;
  return {
    isSent,
    hasWhatsapp,
    networks,
    prefixes: prefixRules(networks.map(({ code }) => code)),
    example: exampleOf(country),
  };
}

/** The networks that at least one rail reaches. A network is down only when no rail says otherwise. */
async function networksNow(
  world: World,
  query: { op: "charge"; storeId: number; country: string; currency: string },
) {
  const { country, currency } = query;
  const rails = await routeOf(world, { ...query, method: "mobile_money" });
  const lists = await Promise.all(
    rails.map((rail) => rail.networks({ country, op: "charge" }).catch(() => null)),
  );
  // A rail whose list is unavailable now may reach any of them.
  const isReached = (code: string) =>
    lists.some((list) => list === null || list.some((row) => row.code === code && row.currency === currency));
  const isUp = (code: string) =>
    lists.some(
      (list) =>
        list === null ||
        list.some((row) => row.code === code && row.currency === currency && row.health !== "down"),
    );
  const networks = networksFor(country, currency)
    .filter(({ code }) => isReached(code))
    .map(({ code, displayName }) => ({ code, name: displayName, isDown: !isUp(code) }));
  return { networks, isSent: rails[0]?.phone !== undefined };
}

/** An example of a number in that country. It is the one in the message for an empty number. */
function exampleOf(country: string): string {
  const nothing = parsePhone("", country);
  return nothing.ok ? "" : nothing.example;
}

/** Whole units where every network of the country takes whole units only. */
function usualStep(country: string, currency: string): bigint {
  const decimals = networksFor(country, currency).map((row) => termsOf(row, currency)?.decimals ?? 0);
  const most = decimals.length === 0 ? exponentOf(currency) : Math.max(...decimals);
  return 10n ** BigInt(Math.max(0, exponentOf(currency) - most));
}

import type { TillPayment } from "@/lib/domain/till-payment";
import { type Named, numberOf } from "@/lib/services/catalog/till/account-numbers";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { takeTillPayment } from "@/lib/services/money/till/take";
import { testPassword as password, sellingStore } from "./money";
import type { PayingWorld } from "./payments";

/** A store with an account of its own that is paid at a till, and a customer with a phone there. */
export async function tillStore(world: PayingWorld) {
  const shop = await sellingStore(world);
  const credentials = { rail: "sandbox", livemode: true, label: "Till in Ntinda", credentials: {}, password };
  const { key } = await saveAccount(world, shop.seller, credentials);
  let made = 0;
  /** A payment that its payer began alone, of 50,000 a minute ago unless told otherwise. */
  const till = (more: Partial<TillPayment> & { minor?: bigint } = {}): TillPayment => {
    made += 1;
    const { minor = 50_000n, ...rest } = more;
    return {
      account: key,
      receipt: `TKS${String(shop.store.id * 1000 + made).padStart(7, "0")}`,
      amount: { minor, currency: "UGX" },
      typed: null,
      at: new Date(world.clock.now().getTime() - 60_000),
      ...{ phone: "0772***789", name: "AMINA O." },
      ...rest,
    };
  };
  return {
    ...shop,
    key,
    till,
    pay: (more: Parameters<typeof till>[0] = {}) => takeTillPayment(world, till(more)),
    number: (named: Named) => numberOf(world, shop.store.id, named),
  };
}

/** What the books of a store say, by kind of account; what is zero is left out. */
export async function booksOf(world: PayingWorld, storeId: number): Promise<Record<string, bigint>> {
  const rows = await world.db.ledgerAccount.findMany({ where: { storeId }, include: { balance: true } });
  const shown = rows.filter(({ balance }) => balance?.balanceMinor !== 0n);
  return Object.fromEntries(shown.map(({ kind, balance }) => [kind, balance?.balanceMinor ?? 0n]));
}

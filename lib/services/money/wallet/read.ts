import type { PayoutRow } from "@/lib/db/rows";
import { releasable } from "@/lib/domain/posting";
import { readWallet, type Wallet } from "@/lib/services/core/ledger/read-wallet";
import type { Caller, World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";

/** What a wallet page shows of one currency. */
export interface WalletView extends Wallet {
  /** Amounts and times of the releases, soonest first; their sum is all that is pending. */
  releases: { at: Date; amountMinor: bigint }[];
  /** Payouts that have not ended. */
  inFlight: PayoutRow[];
}

const releasesMax = 500;
const inFlightMax = 100;

/** The store's wallets: its own currency first, then every other currency that it has. They are never summed. */
export async function readWallets(world: World, caller: Caller): Promise<WalletView[]> {
  permitRead(caller, "money");
  const { storeId } = caller;
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { currency: true },
  });
  const accounts = await world.db.ledgerAccount.findMany({
    where: { storeId },
    distinct: ["currency"],
    select: { currency: true },
    orderBy: { currency: "asc" },
  });
  const others = accounts.map(({ currency }) => currency).filter((currency) => currency !== store.currency);
  return Promise.all([store.currency, ...others].map((currency) => readView(world, storeId, currency)));
}

async function readView(world: World, storeId: number, currency: string): Promise<WalletView> {
  const wallet = await readWallet(world.db, storeId, currency);
  const [holds, inFlight] = await Promise.all([
    world.db.walletHold.findMany({
      where: { storeId, currency, releasedAt: null },
      orderBy: { releaseAt: "asc" },
      select: { releaseAt: true, amountMinor: true },
      take: releasesMax,
    }),
    world.db.payout.findMany({
      where: { storeId, currency, status: { in: ["requested", "sent"] } },
      orderBy: { createdAt: "desc" },
      take: inFlightMax,
    }),
  ]);
  return { ...wallet, releases: releasesOf(wallet.pendingMinor, holds), inFlight };
}

/**
 * What each hold will release when it ends, by the rule of the ledger: refunds took from the pending money, so a hold
 * may release less than its payment brought, and the last one releases what is left.
 */
export function releasesOf(
  pendingMinor: bigint,
  holds: readonly { releaseAt: Date; amountMinor: bigint }[],
): { at: Date; amountMinor: bigint }[] {
  let onHoldMinor = holds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  let leftMinor = pendingMinor;
  return holds.flatMap(({ releaseAt, amountMinor: heldMinor }) => {
    onHoldMinor -= heldMinor;
    const amountMinor = releasable({ pendingMinor: leftMinor, onHoldMinor });
    leftMinor -= amountMinor;
    return amountMinor > 0n ? [{ at: releaseAt, amountMinor }] : [];
  });
}

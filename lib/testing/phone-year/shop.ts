import { exponentOf } from "@/lib/domain/money";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { phoneSecret } from "@/lib/providers/rails/phone/phone";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { listAccounts } from "@/lib/services/desk/own-accounts/read";
import { startChain } from "@/lib/services/money/phone/gaps";
import { sellingStore, testPassword } from "../money";
import type { PayingWorld } from "../payments";
import type { Luck } from "../simulation/luck";
import { type Move, SimAccount } from "./account";
import type { Agenda } from "./agenda";
import type { Address, Device } from "./device";
import { firstOf, type SimNetwork, senderOf } from "./words";

/** A payment that a payer opened on our page. */
export interface Opened {
  attemptId: string;
  token: string;
  orderId: number;
  asked: number;
  phone: string;
  /** What the payer sent for it, and whether it was what was asked. */
  sent: Move | null;
  isRight: boolean;
  typedAt: Date[];
}

export interface ShopCounts {
  forged: number;
  yes: number;
  no: number;
  typedBalances: number;
  sold: number;
  assigned: number;
}

/** A store with the account of one SIM, and all that is true of it. */
export interface PhoneShop {
  store: Awaited<ReturnType<typeof sellingStore>>;
  key: string;
  slot: 1 | 2;
  sim: SimAccount;
  address: Address;
  opened: Opened[];
  /** Numbers of payments that somebody else typed for their own: of two who say the same, none is believed. */
  contested: Set<string>;
  /** How many movements there were when the seller typed the balance. */
  typedPlace: number;
  /** Gaps that the seller said were not theirs. */
  denied: Set<bigint>;
  /** Orders whose money the seller sent back, and numbers of payments that the network took back. */
  refunded: Set<number>;
  takenBack: Set<string>;
  counts: ShopCounts;
}

export interface Life {
  world: PayingWorld;
  luck: Luck;
  agenda: Agenda;
  device: Device;
  shops: PhoneShop[];
  /** What the service's log calls an error or a warning. */
  errors: string[];
}

/** Minor units of one of the money: 1 where there are no cents. */
export function unitOf({ sim }: PhoneShop): number {
  return 10 ** exponentOf(phoneNetworkOf(sim.network)?.currency ?? "");
}

export async function openPhoneShop(
  world: PayingWorld,
  luck: Luck,
  { network, slot, appKey }: { network: SimNetwork; slot: 1 | 2; appKey: string | null },
): Promise<PhoneShop> {
  const { currency, country } = phoneNetworkOf(network) ?? { currency: "", country: "" };
  const store = await sellingStore(world, { store: { currency, country, timeZone: "Africa/Nairobi" } });
  const { key } = await saveAccount(world, store.seller, {
    ...{ rail: "phone", livemode: true, label: `SIM ${slot}`, password: testPassword },
    credentials: {
      ...{ network, sim: String(slot), key: appKey ?? "" },
      number: `${firstOf[network]} ${400 + slot} ${100 + luck.roll(900)}`,
    },
  });
  const callbackUrl = (await listAccounts(world, store.seller))[0]?.callbackUrl ?? "";
  const scale = 10 ** exponentOf(currency);
  const shop: PhoneShop = {
    ...{ store, key, slot, opened: [], typedPlace: 0 },
    sim: new SimAccount(luck, network, 400_000 * scale),
    address: { callbackUrl, secret: appKey ?? phoneSecret(callbackUrl) },
    ...{ contested: new Set(), denied: new Set() },
    ...{ refunded: new Set(), takenBack: new Set() },
    counts: {
      ...{ forged: 0, yes: 0, no: 0, typedBalances: 0, sold: 0, assigned: 0 },
    },
  };
  await typeBalance(world, shop);
  return shop;
}

/** The seller looks at the balance in the network's menu, and types it. */
export async function typeBalance(world: PayingWorld, shop: PhoneShop): Promise<void> {
  const unit = unitOf(shop);
  await startChain(
    ...([world, shop.store.seller, shop.key] as const),
    (shop.sim.balance / unit).toFixed(unit === 1 ? 0 : 2),
  );
  shop.typedPlace = shop.sim.moves.length;
  shop.counts.typedBalances += 1;
}

/** The network tells a movement to the phone, in as many messages as it does. */
export function tell({ device }: Life, { sim, slot }: PhoneShop, moves: readonly Move[]): void {
  for (const { texts } of moves)
    for (const text of texts) device.send({ sender: senderOf[sim.network], text, slot });
}

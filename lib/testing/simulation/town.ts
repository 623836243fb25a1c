import type { ProductRow } from "@/lib/db/rows";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { giveTestPassword } from "../money";
import type { PayingWorld } from "../payments";
import { paymentLink, product, sentInvoice } from "../products";
import { type TestStore, testStore } from "../world";
import { type Luck, luckOf } from "./luck";
import { deadLine, openBook, type RailBook, townRails } from "./rail";

/** How many free days the plans of a town with trials have. */
export const townTrialDays = 3;

/** One simulated run: a store with something of every kind to sell, its rail, its payers, and the chance they share. */
export interface Town {
  /** As the programs of the town see it: its randomness is the seed's, its rail is unreliable. */
  world: PayingWorld;
  luck: Luck;
  shop: TestStore;
  seller: Seller;
  products: [ProductRow, ProductRow];
  /** What the rails know. */
  book: RailBook;
  /** Attempts of which a rail still has news to tell. */
  untold: Set<string>;
  /** Attempts whose end was compared with the rail's word. */
  compared: Set<string>;
  /** What payers pressed last, to be pressed again. */
  presses: Press[];
  destinationId: number | null;
  /** Whether this seller also takes money themselves: every other one does. */
  takesCash: boolean;
  /** Whether things are had for nothing here: orders of 0, and days that the seller gives. In one of three lives. */
  givesFree: boolean;
  /** Whether payers let their subscriptions renew by themselves: in every other life, one in three does. */
  renews: boolean;
  /** What payers type in a town with discounts, which is another one of three lives. Null: there are none. */
  codes: [string, ...string[]] | null;
  /** Whether plans have free days here, and cousins pay for subscribers. In one of three lives. */
  hasTrials: boolean;
  /** By what everybody is known who had free days. */
  tried: Set<string>;
  /** What was logged as an error since it was looked at last. */
  errors: string[];
  /** Other plans to change to, dearer, cheaper, shorter and longer. In every other life there are some. */
  plans: ProductRow[];
}

/** A payer's press of the button: again with the same id is the same form. */
export interface Press {
  id: string;
  phone: string;
  card: boolean;
  paymentFor: import("@/lib/services/money/checkout/purchase").PaymentFor;
  email: string | null;
  renews: boolean;
  /** Of a discount; empty for none. */
  code: string;
}

/** Times at which calendars are tricky: leap days, ends of months and years, nights in which clocks change. */
const starts: [string, ...string[]] = [
  "2026-01-31T20:00:00Z",
  "2026-03-28T22:30:00Z",
  "2026-10-24T22:30:00Z",
  "2026-12-31T20:59:30Z",
  "2027-02-27T10:00:00Z",
  "2028-01-30T23:59:59Z",
  "2028-02-28T21:30:00Z",
  "2028-02-29T12:00:00Z",
  "2028-05-31T08:00:00Z",
];

/** Zones with and without clock changes. */
const zones: [string, ...string[]] = [
  "Africa/Kampala",
  "Africa/Casablanca",
  "Europe/Lisbon",
  "Pacific/Apia",
  "America/St_Johns",
];

async function otherPlans(world: PayingWorld, shop: TestStore): Promise<ProductRow[]> {
  const plan = (name: string, interval: "week" | "month" | "year", priceMinor: bigint) =>
    product(world, shop, { kind: "subscription", name, interval, priceMinor, isChoosable: true });
  return [
    ...shop.products,
    await plan("Small", "week", 9_001n),
    await plan("Pro", "month", 99_997n),
    await plan("Long", "year", 120_007n),
  ];
}

async function fixedPlan(world: PayingWorld): Promise<string> {
  const code = "test_fixed";
  const fixedFees = { UGX: { fixed: "150", min: "250", max: "700", payoutFixed: "90" } };
  const plan = { code, name: code, includesApi: true, feePpm: 15_000, fixedFees };
  await world.db.plan.createMany({ data: [plan], skipDuplicates: true });
  return code;
}

export async function beginTown(base: PayingWorld, seed: number): Promise<Town> {
  const luck = luckOf(seed);
  base.clock.set(new Date(luck.pick(starts)));
  const errors: string[] = [];
  base.log = { ...base.log, error: (details) => errors.push(...errorOf(details)) };
  const book = openBook(base);
  const rails = townRails(base, luck, book, seed % 5 === 4);
  // Callbacks are answered by the same service, whose questions about them arrive.
  base.rails = rails.honest;
  const world: PayingWorld = { ...base, random: luck.random, rails: rails.bad };
  const shop = await testStore(world, {
    store: {
      // In one of three lives the plan has fixed amounts.
      ...(seed % 3 === 0 ? { planCode: await fixedPlan(world) } : {}),
      buyerPaysCharges: luck.once(2),
      timeZone: luck.pick(zones),
      verificationStatus: "verified",
      endsAccessOnReversal: seed % 4 < 2,
    },
  });
  await giveTestPassword(world, shop.owner.id);
  const products: Town["products"] = [
    await product(world, shop, { kind: "physical", priceMinor: 1_501n }),
    await product(world, shop, { kind: "digital", priceMinor: 20_000n, salePriceMinor: 19_999n }),
  ];
  const town: Town = {
    world,
    luck,
    shop,
    seller: { ...shop.live, userId: shop.owner.id, role: "owner" },
    products,
    book,
    untold: new Set(),
    compared: new Set(),
    presses: [],
    destinationId: null,
    takesCash: seed % 2 === 0,
    givesFree: seed % 3 === 1,
    renews: seed % 2 === 0,
    codes: seed % 3 === 2 ? ["", "SHARE", "TWICE", "ALWAYS", "VOUCHER", "SCARCE", "NONE"] : null,
    hasTrials: seed % 3 === 1,
    tried: new Set(),
    errors,
    plans: seed % 2 === 1 ? await otherPlans(world, shop) : [],
  };
  if (town.hasTrials)
    await world.db.product.updateMany({
      where: { storeId: shop.store.id, interval: { not: null } },
      data: { trialDays: townTrialDays },
    });
  await newLink(town);
  await newLink(town);
  await newInvoice(town);
  return town;
}

/** The programs of the town survive an error by trying again; a lost call is no error of theirs, all others are. */
function errorOf(details: unknown): string[] {
  const { err } = details as { err?: unknown };
  if (err instanceof Error && err.message === deadLine) return [];
  return [err instanceof Error ? (err.stack ?? err.message) : JSON.stringify(details)];
}

export async function newLink({ world, shop, luck }: Town): Promise<string> {
  const isCustom = luck.once(3);
  const link = await paymentLink(world, shop, {
    amountType: isCustom ? "custom" : "fixed",
    amountMinor: isCustom ? null : 7_777n,
    isReusable: !luck.once(3),
    maxPayments: luck.once(2) ? 1 + luck.roll(3) : null,
    expiresAt: luck.once(4) ? new Date(world.clock.now().getTime() + 86_400_000) : null,
    customQuestion: luck.once(4) ? "Which class?" : null,
  });
  return `a link for ${link.maxPayments ?? (link.isReusable ? "any number" : "one")}`;
}

export async function newInvoice({ world, shop, luck }: Town): Promise<string> {
  const allowPartPayment = !luck.once(3);
  await sentInvoice(world, shop, {
    totalMinor: 60_000n + BigInt(luck.roll(1_000)),
    allowPartPayment,
    minPartPaymentMinor: allowPartPayment && luck.once(2) ? 20_000n : null,
  });
  return "an invoice";
}

import { addDays, civilDateIn, instantAt } from "@/lib/domain/civil-date";
import {
  type Fate,
  type Paid,
  type PastWorld,
  type Person,
  payAt,
} from "@/lib/services/desk/demo/past-world";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import type { Seller } from "@/lib/services/people/accounts/permit";
import type { Goods } from "./goods";
import type { Luck } from "./people";

export const daysOfLife = 90;
export const zone = "Africa/Nairobi";

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The first instant of the demo store's life: midnight in Nairobi, so that its days are whole. */
export function beginOfLife(now: Date): Date {
  return instantAt(addDays(civilDateIn(now, zone), -daysOfLife), 0, zone);
}

/** Ninety days of a water shop, in the order in which they happened. */
export interface Life {
  world: PastWorld;
  seller: Seller;
  password: string;
  goods: Goods;
  luck: Luck;
  crowd: [Person, ...Person[]];
  begin: number;
  end: number;
  plan(at: number, run: () => Promise<void>): void;
  /** An hour of an earlier day. */
  daysAgo(days: number, atHour: number): number;
}

export function buy(
  { world, seller }: Life,
  person: Person,
  paymentFor: PaymentFor,
  how: { fate?: Fate; byCard?: boolean } = {},
): Promise<Paid> {
  // The card page has no phone: without an address it would be somebody without a contact.
  return payAt(world, seller, person, paymentFor, {
    ...how,
    byCard: how.byCard === true && person.email !== null,
  });
}

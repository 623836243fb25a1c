import { composeToken } from "@/lib/domain/token";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { type NewAccount, type SignedUp, signUp } from "@/lib/services/people/accounts/sign-up";

/** What somebody types to sign up; the address is new with each call. */
export function newAccount(world: World, changes: Partial<NewAccount> = {}): NewAccount {
  return {
    name: "Achieng Otieno",
    email: `achieng-${composeToken(world.random.bytes(24)).toLowerCase()}@example.com`,
    password: "three plain words",
    storeName: "Maji Kwetu",
    country: "KE",
    currency: "KES",
    timeZone: "Africa/Nairobi",
    ip: "192.0.2.1",
    ...changes,
  };
}

/** A seller of a new store, signed up as anybody is. */
export async function newSeller(world: World, role: Seller["role"] = "owner"): Promise<Seller> {
  return sellerOf(await signUp(world, newAccount(world, { ip: null, isProven: true })), role);
}

export function sellerOf(made: SignedUp, role: Seller["role"] = "owner"): Seller {
  const { storeId, accountId, userId } = made;
  return { storeId, accountId, userId, role, livemode: true, actor: `user:${userId}` };
}

/** The secrets of the links of such mails to somebody, oldest first. */
export async function mailedTokens(
  { db }: Pick<World, "db">,
  recipient: string,
  template: string,
): Promise<string[]> {
  const mails = await db.message.findMany({ where: { recipient, template }, orderBy: { id: "asc" } });
  return mails.map(({ body }) => /https?:\/\/\S+\/(\w{43})\b/.exec(body)?.[1] ?? "");
}

import { addressBlock } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { demoMs, demoPassword, type demoRefusals } from "@/lib/domain/public-demo";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { base62 } from "@/lib/domain/token";
import { hashPassword } from "@/lib/providers/passwords";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { type SignedUp, writeFirstStore } from "@/lib/services/people/accounts/sign-up";
import { countWithin } from "@/lib/services/people/keys/count-within";
import { makeGoods, sellSome } from "./fill-store";

let sharedHash: Promise<string> | undefined;

/**
 * A store of a stranger's own in a public demo, with things in it, and a person who owns it and has no other way in than the
 * session that follows. `filled`: the payments come while its first page is already read. Throws Invalid on `form`: `demo_often` for their address, `demo_full` where all places are taken.
 * Throws NotFound where this is no public demo.
 */
export async function openDemoStore(
  world: World,
  { ip, language }: { ip: string; language: string },
): Promise<SignedUp & { filled: Promise<void> }> {
  if (!world.config.publicDemo) throw new NotFound();
  sharedHash ??= hashPassword(demoPassword);
  const passwordHash = await sharedHash;
  const opened = await transact(world, async (unit) => {
    await takePlace(world, unit, ip);
    const name = "Maji Kwetu";
    const email = `visitor-${base62(world.random.bytes(16), 10).toLowerCase()}@example.com`;
    const { now } = unit;
    const person = { email, name, language, passwordHash, emailVerifiedAt: now, createdAt: now };
    await unit.tx.user.create({ data: person });
    const place = { country: "KE", currency: "KES", timeZone: "Africa/Nairobi", language };
    const made = await writeFirstStore(world, unit, { storeName: name, email, isProven: true, ...place });
    await unit.tx.account.update({ where: { id: made.accountId }, data: { isDemo: true } });
    // Payouts need a verified store.
    await unit.tx.store.update({
      where: { id: made.storeId },
      data: { description: "Clean water, delivered.", verificationStatus: "verified" },
    });
    return made;
  });
  const { storeId, accountId, userId } = opened;
  const caller = {
    storeId,
    accountId,
    userId,
    livemode: true,
    actor: `user:${userId}`,
    role: "owner" as const,
  };
  const goods = await makeGoods(world, caller);
  const filled = sellSome(world, caller, goods).catch((error: unknown) =>
    world.log.error({ err: error, store: storeId }, "A store of the public demo is not filled."),
  );
  return { ...opened, filled };
}

/** What is counted is given back with the transaction where there is no place. The last count makes all openings wait for each other. */
async function takePlace({ config }: World, { tx, now }: Unit, ip: string): Promise<void> {
  const { demoStores, demoStoresOfDay, demoStoresOfAll } = limits;
  const mine = [demoStores, demoStoresOfDay];
  if (!(await countWithin(tx, `demo-store:${addressBlock(ip)}`, mine, now))) throw refused("demo_often");
  if (!(await countWithin(tx, "demo-stores", [demoStoresOfAll], now))) throw refused("demo_full");
  // Those whose day is over are closed soon; they take nobody's place.
  const after = new Date(now.getTime() - demoMs);
  const open = await tx.account.count({
    where: { isDemo: true, createdAt: { gt: after }, members: { some: {} } },
  });
  if (open >= (config.publicDemo?.storesMax ?? 0)) throw refused("demo_full");
}

function refused(code: (typeof demoRefusals)[number]): Invalid {
  return new Invalid({ form: [say(code)] });
}

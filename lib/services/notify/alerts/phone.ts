import { limits } from "@/lib/domain/limits";
import { Invalid, say } from "@/lib/domain/refusal";
import { maskedPhone, parsePhone } from "@/lib/providers/phone";
import { reserve } from "@/lib/services/core/gate";
import { sixDigits } from "@/lib/services/core/six-digits";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { renderSms } from "../messages/render";
import { isOpen } from "../proofs/proof";
import { voiceOf } from "./send";
import { requireReader } from "./settings";

const minutes = 10;
const triesMax = 5;

/**
 * Sends six digits to a number, to prove that it is the caller's; no alert goes there before. Throws NotAllowed, Invalid
 * on `phone`, and the Refusals of the sending limit.
 */
export async function askPhoneCode(world: World, seller: Seller, typed: string): Promise<void> {
  if (!world.sms) throw new Invalid({ phone: [say("sms_off")] });
  const { accountId, userId } = seller;
  await transact(world, async (unit) => {
    const { reader, store } = await requireReader(unit, seller);
    const parsed = parsePhone(typed, store.country, { anyCountry: true });
    if (!parsed.ok) throw new Invalid({ phone: [parsed.message] });
    await lockPerson(unit, userId);
    const since = new Date(unit.now.getTime() - limits.proofs.windowMs);
    const made = await unit.tx.phoneCode.count({ where: { userId, createdAt: { gt: since } } });
    if (made >= limits.proofs.max) throw new Invalid({ phone: [say("phone_codes_many")] });
    await reserve(world, unit, accountId, [{ channel: "sms", recipient: parsed.phone }]);
    const code = sixDigits(world);
    const { id } = await unit.tx.phoneCode.create({
      data: {
        ...{ userId, sealed: world.secrets.seal(parsed.phone), codeHash: hashOf(world, userId, code) },
        ...{ triesLeft: triesMax, createdAt: unit.now },
        expiresAt: new Date(unit.now.getTime() + minutes * 60_000),
      },
      select: { id: true },
    });
    const voice = { ...voiceOf(world, { store, reader }), seller: world.config.serviceName };
    await unit.queueMessage({
      why: "asked",
      ...{ accountId, storeId: null, channel: "sms", recipient: parsed.phone },
      // Its text is hidden from who may not read codes.
      ...{ template: "contact_code", subject: "", dedupeKey: `phone_code/${id}/sms` },
      body: renderSms("contact_code", { code, minutes: String(minutes) }, voice),
    });
  });
}

/** The number of the newest code, masked, while that code can be typed; else null. */
export async function readOpenPhoneCode(world: World, userId: number): Promise<string | null> {
  const newest = await world.db.phoneCode.findFirst({ where: { userId }, orderBy: { id: "desc" } });
  return newest && isOpen(newest, world.clock.now()) ? maskedPhone(world.secrets.open(newest.sealed)) : null;
}

/** Stores the number when the newest code is right. A wrong one uses one of its five tries. Throws Invalid on `code`. */
export async function confirmPhone(world: World, seller: Seller, typed: string): Promise<{ phone: string }> {
  const { accountId, userId, actor } = seller;
  const outcome = await transact(world, async (unit) => {
    await lockPerson(unit, userId);
    const newest = await unit.tx.phoneCode.findFirst({ where: { userId }, orderBy: { id: "desc" } });
    if (!newest || !isOpen(newest, unit.now)) return 0;
    if (Buffer.compare(hashOf(world, userId, typed.replace(/\D/g, "")), newest.codeHash) !== 0) {
      const triesLeft = newest.triesLeft - 1;
      await unit.tx.phoneCode.update({ where: { id: newest.id }, data: { triesLeft } });
      return triesLeft;
    }
    await unit.tx.phoneCode.update({ where: { id: newest.id }, data: { usedAt: unit.now } });
    const phone = world.secrets.open(newest.sealed);
    await unit.tx.user.update({ where: { id: userId }, data: { phone } });
    await unit.audit({ accountId, actor }, { target: `user:${userId}`, action: "user.phone_proven" });
    return phone;
  });
  // A wrong code is counted, so it is refused only after the commit.
  if (typeof outcome === "string") return { phone: maskedPhone(outcome) };
  throw new Invalid({
    code: [outcome > 0 ? say("phone_code_wrong", { left: outcome }) : say("phone_code_over")],
  });
}

/** Nothing more goes to the caller's number. */
export async function removePhone(world: World, seller: Seller): Promise<void> {
  const { accountId, userId, actor } = seller;
  await transact(world, async (unit) => {
    await unit.tx.user.update({ where: { id: userId }, data: { phone: null } });
    await unit.audit({ accountId, actor }, { target: `user:${userId}`, action: "user.phone_removed" });
  });
}

/** So that requests at the same time cannot go over the limits of codes and tries. */
async function lockPerson(unit: Unit, userId: number): Promise<void> {
  await unit.tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/** A keyed hash, because six digits are easily guessed from a plain one. */
function hashOf(world: World, userId: number, code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(world.secrets.mac("phone-code", `${userId}/${code}`));
}

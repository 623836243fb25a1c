import { addressBlock } from "@/lib/domain/address-block";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { logSignIn } from "./sign-in-log";
import { countTry } from "./throttle";

const validMs = 30 * 60_000;
const mostPerHour = 5;

/**
 * Sends a link to set a new password, valid for 30 minutes and once. Neither the result nor an error shows whether an
 * account has the address. More than five links an hour are not sent; dozens of requests bring a pause (Invalid on
 * `email`).
 */
export async function requestPasswordReset(
  world: World,
  input: { email: string; ip: string },
): Promise<void> {
  const email = normalizeEmail(input.email);
  if (!isEmail(email)) return;
  await countTry(world, { subject: `mailed-link\n${addressBlock(input.ip)}`, freeTries: 60 }, "email");
  await transact(world, async (unit) => {
    const user = await unit.tx.user.findUnique({ where: { email } });
    if (!user) return;
    const hourAgo = new Date(unit.now.getTime() - 60 * 60_000);
    const asked = await unit.tx.userToken.count({
      where: { userId: user.id, kind: "password_reset", createdAt: { gt: hourAgo } },
    });
    if (asked >= mostPerHour) return;
    await logSignIn(unit, user.id, "password.reset_asked", { ip: input.ip });
    const token = base62(world.random.bytes(40), 43);
    const tokenHash = fingerprint(token);
    const expiresAt = new Date(unit.now.getTime() + validMs);
    await unit.tx.userToken.create({
      data: { tokenHash, kind: "password_reset", userId: user.id, expiresAt, createdAt: unit.now },
    });
    const link = `${world.config.siteUrl}/reset-password/${token}`;
    await queueMail(unit, {
      to: user,
      kind: "password_reset",
      values: { ...placeOf(world), name: user.name, link },
      link,
      dedupeKey: `password_reset/${Buffer.from(tokenHash).toString("hex")}`,
    });
  });
}

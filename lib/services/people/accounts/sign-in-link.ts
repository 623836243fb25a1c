import { NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { mailLink, validToken } from "./mailed-token";
import { lockPerson } from "./person";
import { type IsKnown, proveAddress } from "./prove-address";
import { type SignedIn, signedInAs, withStores } from "./verify-password";

/**
 * Mails a link for signing in, valid for 15 minutes and once. Neither the result nor an error shows whether an account
 * has the address. More than five links an hour are not sent. Throws Invalid on `email` while a pause lasts.
 */
export function requestSignInLink(world: World, input: { email: string; ip: string }): Promise<void> {
  return mailLink(world, input, {
    kind: "sign_in",
    mail: "sign_in_link",
    action: "sign_in.link_asked",
    path: "/sign-in/link",
    validMs: 15 * 60_000,
  });
}

/** The address of a valid link's person, else null. Reading does not use up the link: mail scanners open links too. */
export async function readSignInLink(world: World, token: string): Promise<{ email: string } | null> {
  const found = await world.db.userToken.findFirst({
    where: validToken("sign_in", token, world.clock.now()),
    select: { user: { select: { email: true } } },
  });
  return found?.user ?? null;
}

/**
 * Uses up the link and signs its holder in, who reads the person's mail. Whether they are who made the account is
 * shown only by a browser that signed the person in before: there it proves the address too. It takes nothing away; only
 * a new password does (reset-password.ts). Throws NotFound when it is wrong, used or expired.
 */
export async function spendSignInLink(
  world: World,
  token: string,
  { isKnown }: { isKnown?: IsKnown } = {},
): Promise<SignedIn> {
  const found = await world.db.userToken.findFirst({
    where: validToken("sign_in", token, world.clock.now()),
    include: { user: { select: { id: true, sessionVersion: true } } },
  });
  if (!found) throw new NotFound();
  const { user: whose } = found;
  const known = (await isKnown?.({ userId: whose.id, sessionVersion: whose.sessionVersion })) === true;
  return transact(world, async (unit) => {
    const [spent] = await unit.tx.userToken.updateManyAndReturn({
      where: validToken("sign_in", token, unit.now),
      data: { usedAt: unit.now },
    });
    if (!spent) throw new NotFound();
    const before = await lockPerson(unit, spent.userId);
    if (known) await proveAddress(world, unit, before, { clears: false });
    const user = await unit.tx.user.findUniqueOrThrow({ where: { id: spent.userId }, include: withStores });
    return signedInAs(user, "link");
  });
}

import { addressBlock, isLoopback } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { Invalid, requireNone, say } from "@/lib/domain/refusal";
import { isLocalSite } from "@/lib/domain/sites";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { hashPassword } from "@/lib/providers/passwords";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { refuseInDemo } from "./permit";
import { nameProblem, personName } from "./person";
import { type CountedTry, countTry, giveBackTry } from "./throttle";
import { mailAddressProof } from "./verify-address";
import { passwordProblem } from "./verify-password";
import { type NewStore, storeProblems, writeStore } from "./write-store";

export interface NewAccount extends NewStore {
  /** Left out: they go by the name of their store until they change it. */
  name?: string;
  email: string;
  password: string;
  /** The address of the request; null for the first store of a new server, which is not limited. */
  ip: string | null;
  /** True for the person who sets up the server: their address needs no proof. */
  isProven?: boolean;
}

export interface SignedUp {
  userId: number;
  sessionVersion: number;
  accountId: number;
  storeId: number;
}

/**
 * Creates a person, their account, their membership as owner and a first store in one transaction. Throws Invalid by
 * field. An address in use is refused on `email`, and its owner is notified; ten such requests bring pauses, as at
 * sign-in.
 */
export async function signUp(world: World, input: NewAccount): Promise<SignedUp> {
  refuseInDemo(world, "email");
  const email = normalizeEmail(input.email);
  const name = input.name ?? input.storeName;
  requireValid({ ...input, email });
  const asked = await countSignUp(world, input.ip);
  const passwordHash = await hashPassword(input.password);
  const made = await transact(world, async (unit) => {
    const emailVerifiedAt = input.isProven ? unit.now : null;
    const user = { email, name: personName(name), passwordHash, emailVerifiedAt, createdAt: unit.now };
    const { count } = await unit.tx.user.createMany({ data: [user], skipDuplicates: true });
    if (count === 1) return writeFirstStore(world, unit, { ...input, email });
    await notifyOwner(world, unit, email);
    return null;
  });
  if (!made)
    throw new Invalid({
      email: [say("account_taken")],
    });
  if (asked) await giveBackTry(world, asked);
  return made;
}

/**
 * Limits for one network: ten answers that an address is in use, even with sign-ups in between, and thirty new
 * accounts; then pauses follow. On a localhost server, requests from the machine itself may create any number.
 */
async function countSignUp(world: World, ip: string | null): Promise<CountedTry | null> {
  if (ip === null) return null;
  const block = addressBlock(ip);
  const asked = await countTry(
    world,
    { subject: `sign-up\n${block}`, freeTries: limits.signUpTaken.free },
    "email",
  );
  if (!(isLocalSite(world.config.siteUrl) && isLoopback(ip)))
    await countTry(world, { subject: `sign-up made\n${block}`, freeTries: limits.signUps.free }, "email");
  return asked;
}

function requireValid(input: NewAccount): void {
  requireNone({
    name: input.name === undefined ? null : nameProblem(input.name),
    email: isEmail(input.email) ? null : say("email"),
    password: passwordProblem(input.password, [input.name ?? input.storeName, input.email]),
    ...storeProblems(input),
  });
}

/** The account and the first store of a person who was just written. */
export async function writeFirstStore(
  world: World,
  unit: Unit,
  input: Omit<NewAccount, "password" | "ip">,
): Promise<SignedUp> {
  const { tx, now } = unit;
  const user = await tx.user.findUniqueOrThrow({ where: { email: input.email } });
  const account = await tx.account.create({ data: { name: input.storeName.trim(), createdAt: now } });
  await tx.member.create({ data: { accountId: account.id, userId: user.id, role: "owner", createdAt: now } });
  const contact = { accountId: account.id, contactEmail: input.email };
  const store = await writeStore(world, unit, { ...input, ...contact });
  if (!input.isProven) await mailAddressProof(world, unit, user);
  await unit.audit(
    { accountId: account.id, storeId: store.id, actor: `user:${user.id}` },
    { action: "account.created", target: `store:${store.id}` },
  );
  return { userId: user.id, sessionVersion: user.sessionVersion, accountId: account.id, storeId: store.id };
}

/** Notifies the owner of the address of the sign-up, at most once a day. */
async function notifyOwner(world: World, unit: Unit, email: string): Promise<void> {
  const day = unit.now.toISOString().slice(0, 10);
  const { language } = await unit.tx.user.findUniqueOrThrow({ where: { email }, select: { language: true } });
  await queueMail(unit, {
    to: { email, language },
    kind: "sign_up_again",
    values: placeOf(world),
    dedupeKey: `sign_up_again/${email}/${day}`,
  });
}

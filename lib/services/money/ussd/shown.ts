import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { Prisma } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import { limits } from "@/lib/domain/limits";
import { composeUuid } from "@/lib/domain/token";
import type { Want } from "@/lib/domain/ussd-menu";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { countWithin } from "@/lib/services/people/keys/count-within";
import type { PaymentFor } from "../checkout/purchase";

/** A session as its provider names it, and who is in it. */
export interface Session {
  provider: string;
  sessionId: string;
  /** Who dialled, E.164. */
  phone: string;
}

/** What a screen offered: what agreeing to it will do, and what the payer reads of it. */
export interface Offer {
  storeId: number;
  language: string;
  kind: Want["kind"];
  item: string;
  subscriptionId?: string;
  receipt?: string;
  payment?: {
    for: PaymentFor;
    /** The number that pays, where it is not the one that dials. */
    phone: string | null;
    discount: string | null;
    currency: string;
    totalMinor: bigint;
    isFree: boolean;
    /** All that the quote says. */
    shown: Record<string, string>;
  };
}

const wantShape = z.object({
  kind: z.enum(["renew", "subscribe", "invoice", "link", "stop", "until", "receipt"]),
  item: z.string(),
  subscriptionId: z.string().optional(),
  receipt: z.string().optional(),
  for: z.custom<PaymentFor>().optional(),
  discount: z.string().nullish(),
  isFree: z.boolean().optional(),
  shown: z.record(z.string(), z.string()).optional(),
});

/** One row of `ussd_acts`. */
export interface ActRow {
  id: bigint;
  storeId: number;
  /** Null once its payer was erased. */
  phoneSealed: Uint8Array | null;
  payPhoneSealed: Uint8Array | null;
  language: string;
  path: string;
  want: unknown;
  currency: string | null;
  shownMinor: bigint | null;
  agreedAt: Date | null;
  attemptId: string;
}

export const actColumns = Prisma.sql`id, store_id AS "storeId", phone_sealed AS "phoneSealed",
  pay_phone_sealed AS "payPhoneSealed", language, path, want, currency, shown_minor AS "shownMinor",
  agreed_at AS "agreedAt", attempt_id AS "attemptId"`;

/** What the row says was offered. */
export function wantOf(row: Pick<ActRow, "want">): z.output<typeof wantShape> {
  return wantShape.parse(row.want);
}

/** The number that dialled; the one that pays where `pays` is set. */
export function phoneOfAct(
  { secrets }: Pick<World, "secrets">,
  { phoneSealed, payPhoneSealed }: Pick<ActRow, "phoneSealed" | "payPhoneSealed">,
  { pays } = { pays: false },
): string {
  const sealed = (pays ? payPhoneSealed : null) ?? phoneSealed;
  if (!sealed) throw new Error("The number of this act was erased.");
  return secrets.open(sealed);
}

/** The hash by which the sessions of a number are found. */
export function ussdPhoneHash({ secrets }: Pick<World, "secrets">, phone: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(secrets.mac("ussd-phone", phone));
}

/**
 * Writes down what the screen at `path` shows, before it is shown: agreeing to it does exactly that. What was shown at one
 * place stays as it was, however often the provider posts it. `changed`: it would say something else there now. `over`:
 * the payer agreed to something in this session already.
 */
export async function recordShown(
  world: World,
  session: Session,
  path: string,
  offer: Offer,
): Promise<"shown" | "changed" | "over"> {
  const { payment } = offer;
  const want = {
    ...{ kind: offer.kind, item: offer.item },
    ...(offer.subscriptionId ? { subscriptionId: offer.subscriptionId } : {}),
    ...(offer.receipt ? { receipt: offer.receipt } : {}),
    ...(payment
      ? { for: payment.for, discount: payment.discount, isFree: payment.isFree, shown: payment.shown }
      : {}),
  };
  const json = JSON.stringify(want);
  const phoneHash = ussdPhoneHash(world, session.phone);
  const row = {
    ...{ provider: session.provider, sessionId: session.sessionId, storeId: offer.storeId, phoneHash },
    phoneSealed: world.secrets.seal(session.phone),
    payPhoneSealed: payment?.phone ? world.secrets.seal(payment.phone) : null,
    ...{ language: offer.language, path, want: Prisma.sql`${json}::jsonb` },
    ...{ currency: payment?.currency ?? null, shownMinor: payment?.totalMinor ?? null },
    shownAt: world.clock.now(),
    attemptId: Prisma.sql`${composeUuid(world.random.bytes(16))}::uuid`,
  };
  const written = await world.db.$queryRaw<{ id: bigint }[]>`INSERT INTO ussd_acts ${inserted(row)}
      ON CONFLICT (provider, session_id) DO UPDATE SET store_id = excluded.store_id,
        pay_phone_sealed = excluded.pay_phone_sealed, language = excluded.language, path = excluded.path,
        want = excluded.want, currency = excluded.currency, shown_minor = excluded.shown_minor, shown_at = excluded.shown_at
      WHERE ussd_acts.agreed_at IS NULL AND ussd_acts.path <> excluded.path
        AND ussd_acts.phone_hash = excluded.phone_hash
      RETURNING id`;
  if (written.length > 0) return "shown";
  const before = await readAct(world, session);
  if (!before || before.agreedAt) return "over";
  const isSame =
    before.path === path &&
    before.storeId === offer.storeId &&
    before.shownMinor === (payment?.totalMinor ?? null) &&
    isDeepStrictEqual(wantOf(before), wantShape.parse(JSON.parse(json)));
  return isSame ? "shown" : "changed";
}

/** Whether the screen at `path` is the one that this session showed last to agree to. */
export async function wasShown(world: World, session: Session, path: string): Promise<boolean> {
  return (await readAct(world, session))?.path === path;
}

/** By then a phone is out of the session that we ended. */
const sessionEndsMs = 5_000;

class TooOften extends Error {}

/** What agreeing found: the act, which is new once; or why there is none. */
export type Agreed =
  | { kind: "agreed"; row: ActRow; isNew: boolean }
  | { kind: "changed" | "over" | "too_often" };

/**
 * The payer agrees to what the screen at `path` showed. Only one request of a session can be the first; each other one
 * finds the same act. A payment waits: a phone cannot be asked for its PIN while it is in a session.
 */
export async function agree(world: World, session: Session, path: string): Promise<Agreed> {
  const { provider, sessionId, phone } = session;
  const hash = ussdPhoneHash(world, phone);
  const agreedNow = await transact(world, async (unit) => {
    const [row] = await unit.tx.$queryRaw<ActRow[]>`
      UPDATE ussd_acts SET agreed_at = ${unit.now},
        due_at = CASE WHEN currency IS NULL THEN ${unit.now}::timestamptz
          ELSE ${new Date(unit.now.getTime() + sessionEndsMs)}::timestamptz END
      WHERE provider = ${provider}
        AND session_id = ${sessionId} AND phone_hash = ${hash} AND path = ${path} AND agreed_at IS NULL
      RETURNING ${actColumns}`;
    if (!row) return null;
    const subject = `ussd-agreed:${Buffer.from(hash).toString("base64url")}`;
    if (!(await countWithin(unit.tx, subject, [limits.agreed, limits.agreedOfDay], unit.now)))
      throw new TooOften();
    unit.wake("ussd");
    return row;
  }).catch((error: unknown) => {
    if (error instanceof TooOften) return "too_often" as const;
    throw error;
  });
  if (agreedNow === "too_often") return { kind: "too_often" };
  if (agreedNow) return { kind: "agreed", row: agreedNow, isNew: true };
  const row = await readAct(world, session);
  if (!row?.agreedAt) return { kind: "changed" };
  return row.path === path ? { kind: "agreed", row, isNew: false } : { kind: "over" };
}

/** The provider says that the session is over: what waits for that need not wait longer. */
export async function endSession(
  world: World,
  { provider, sessionId }: Pick<Session, "provider" | "sessionId">,
): Promise<void> {
  await transact(world, async (unit) => {
    const ended = await unit.tx.$executeRaw`
      UPDATE ussd_acts SET due_at = ${unit.now} WHERE provider = ${provider} AND session_id = ${sessionId}
        AND due_at > ${unit.now}`;
    if (ended > 0) unit.wake("ussd");
  });
}

/** Of this number alone: a session belongs to one. */
async function readAct(world: World, { provider, sessionId, phone }: Session): Promise<ActRow | null> {
  const [row] = await world.db.$queryRaw<
    ActRow[]
  >`SELECT ${actColumns} FROM ussd_acts WHERE provider = ${provider} AND session_id = ${sessionId}
      AND phone_hash = ${ussdPhoneHash(world, phone)}`;
  return row ?? null;
}

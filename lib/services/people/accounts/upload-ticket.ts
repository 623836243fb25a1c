import { z } from "zod";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "./permit";
import { readSession } from "./sessions";

/** For how long the form of a page can send its file. */
const ticketMs = 4 * 60 * 60 * 1000;

/** What a form may send: one file, for one product of one store, or what another instance gave to take along. */
const wishes = z.union([
  /** `replaces`: the file whose place it takes. */
  z.object({ productId: z.int(), replaces: z.int().nullable() }),
  z.object({ isArchive: z.literal(true) }),
]);
type UploadWish = z.output<typeof wishes>;

const sender = z.object({ sessionId: z.string(), userId: z.int(), storeId: z.int(), until: z.int() });

/**
 * The address part of a form that sends a file. It is sealed, so that the server knows who sends it, and for what, before
 * it reads the first byte; and no other site can make one.
 */
export function uploadTicket(
  world: Pick<World, "secrets" | "clock">,
  seller: Seller & { sessionId: string },
  wish: UploadWish,
): string {
  const { sessionId, userId, storeId } = seller;
  const until = world.clock.now().getTime() + ticketMs;
  const sealed = world.secrets.seal(JSON.stringify({ sessionId, userId, storeId, ...wish, until }));
  return Buffer.from(sealed).toString("base64url");
}

/** Who sends a file, and for what. Null where the ticket is no longer good, or its session or membership has ended. */
export async function readUploadTicket(
  world: World,
  ticket: string,
): Promise<{ seller: Seller; wish: UploadWish; language: string } | null> {
  const facts = openTicket(world, ticket);
  if (!facts || facts.until <= world.clock.now().getTime()) return null;
  const { sessionId: id, userId, storeId, wish } = facts;
  const user = await world.db.user.findUnique({ where: { id: userId }, select: { sessionVersion: true } });
  const session = user && (await readSession(world, { id, userId, ...user }));
  const member = session?.memberships.find(({ store }) => store.id === storeId);
  if (!session || !member) return null;
  const { role, account, onlyStores } = member;
  const seller: Seller = {
    ...{ storeId, accountId: account.id, role, livemode: true, actor: `user:${userId}`, userId },
    ...(onlyStores ? { onlyStores } : {}),
  };
  return { seller, wish, language: session.user.language };
}

function openTicket({ secrets }: Pick<World, "secrets">, ticket: string) {
  try {
    const facts: unknown = JSON.parse(secrets.open(Buffer.from(ticket, "base64url")));
    return { ...sender.parse(facts), wish: wishes.parse(facts) };
  } catch {
    // Sealed with another key, altered, or no ticket at all.
    return null;
  }
}

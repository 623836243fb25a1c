import { z } from "zod";
import type { World } from "@/lib/services/core/world";
import { readSession } from "./read-session";
import type { Seller } from "./seller";

/** For how long the form of a page can send its file. */
const ticketMs = 4 * 60 * 60 * 1000;

const shape = z.object({
  sessionId: z.string(),
  userId: z.int(),
  storeId: z.int(),
  productId: z.int(),
  replaces: z.int().nullable(),
  until: z.int(),
});

/** What a form may send: one file, for one product of one store, by who opened the page. */
interface UploadWish {
  productId: number;
  /** The file whose place it takes. */
  replaces: number | null;
}

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
  const { sessionId: id, userId, storeId, productId, replaces } = facts;
  const user = await world.db.user.findUnique({ where: { id: userId }, select: { sessionVersion: true } });
  const session = user && (await readSession(world, { id, userId, ...user }));
  const member = session?.memberships.find(({ store }) => store.id === storeId);
  if (!session || !member) return null;
  const { role, account, onlyStores } = member;
  const seller: Seller = {
    ...{ storeId, accountId: account.id, role, livemode: true, actor: `user:${userId}`, userId },
    ...(onlyStores ? { onlyStores } : {}),
  };
  return { seller, wish: { productId, replaces }, language: session.user.language };
}

function openTicket({ secrets }: Pick<World, "secrets">, ticket: string) {
  try {
    return shape.parse(JSON.parse(secrets.open(Buffer.from(ticket, "base64url"))));
  } catch {
    // Sealed with another key, altered, or no ticket at all.
    return null;
  }
}

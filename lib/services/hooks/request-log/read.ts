import type { Prisma } from "@/lib/db/client";
import type { RequestLogRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { timeOfId } from "@/lib/domain/token";
import type { World } from "@/lib/services/core/world";
import { permitRead, type Seller } from "@/lib/services/people/accounts/permit";

/** An id has the instant at which its request came; the line has the one at which it was answered. */
const answeredWithinMs = 15 * 60_000;

export type RequestDetails = Prisma.RequestLogDetailGetPayload<object>;

export interface OpenedRequest extends RequestLogRow {
  /** The name of its key; null for one that was deleted since. */
  keyName: string | null;
  keyLast4: string | null;
  /** Null where nothing but the line was stored, or is retained. */
  details: RequestDetails | null;
}

/** One request of the store, in either mode. Not for who has no developer access. */
export async function readRequest(world: World, seller: Seller, requestId: string): Promise<OpenedRequest> {
  permitRead(seller, "requests");
  const millis = timeOfId("req_", requestId);
  if (millis === null) throw new NotFound();
  const createdAt = { gte: new Date(millis), lte: new Date(millis + answeredWithinMs) };
  const { storeId } = seller;
  const row = await world.db.requestLogEntry.findFirst({
    where: { storeId, OR: [{ livemode: true }, { livemode: false }], createdAt, requestId },
  });
  if (!row) throw new NotFound();
  const [key, details] = await Promise.all([
    row.keyId === null ? null : world.db.apiKey.findFirst({ where: { id: row.keyId, storeId } }),
    world.db.requestLogDetail.findFirst({ where: { storeId, livemode: row.livemode, requestId } }),
  ]);
  return { ...row, keyName: key?.name ?? null, keyLast4: details?.keyLast4 ?? key?.last4 ?? null, details };
}

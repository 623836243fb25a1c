import type { Prisma } from "@/lib/db/client";
import type { RequestLogRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { timeOfId } from "@/lib/domain/token";
import {
  given,
  inSpan,
  type LogPage,
  newestFirst,
  type Page,
  readLogPage,
  type Span,
} from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
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

export interface RequestFilters extends Span {
  method?: string;
  /** 4 stands for every 4xx. */
  statusClass?: 2 | 4 | 5;
  status?: number;
  keyId?: number;
  /** The beginning of a path. */
  path?: string;
  requestId?: string;
}

export type { RequestLogRow };

/** The requests of the caller's store and mode, newest first. */
export async function listRequests(
  world: World,
  caller: Caller,
  filters: RequestFilters,
  page: Page,
): Promise<LogPage<RequestLogRow>> {
  permitRead(caller, "developers");
  const { method, statusClass, status, keyId, path, requestId } = filters;
  const where: Prisma.RequestLogEntryWhereInput = {
    storeId: caller.storeId,
    livemode: caller.livemode,
    ...given({ method, keyId, requestId }),
    ...(statusClass === undefined ? {} : { status: { gte: statusClass * 100, lt: statusClass * 100 + 100 } }),
    ...given({ status, createdAt: inSpan(filters) }),
    ...(path === undefined ? {} : { path: { startsWith: path.replace(/[\\%_]/g, "\\$&") } }),
  };
  return readLogPage(
    page,
    () => world.db.requestLogEntry.findMany({ where, orderBy: newestFirst, ...page }),
    (take) => world.db.requestLogEntry.count({ where, take }),
  );
}

/** One authenticated request. Its path has no query. */
export interface RequestLine {
  storeId: number;
  livemode: boolean;
  keyId: number;
  requestId: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  createdAt: Date;
  /** Only of writes, and of what was refused. */
  details: RawDetails | null;
}

/** What a request sent and got, as it was. It is masked before it is stored. */
export interface RawDetails {
  query: string;
  address: string | null;
  keyLast4: string;
  /** Null: its body was not read. */
  sent: Uint8Array | null;
  answered: string | null;
}

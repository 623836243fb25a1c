import type { Prisma } from "@/lib/db/client";
import type { RequestLogRow } from "@/lib/db/rows";
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
import { permitRead } from "@/lib/services/people/accounts/permit";

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

import { isConnectionLoss } from "@/lib/db/client";

/** True when the database is out of reach, so that the same request may well succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLoss(error);
}

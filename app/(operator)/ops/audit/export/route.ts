import { streamed } from "@/app/_lists/csv";
import { exportLog } from "@/lib/services/desk/audit/log";
import { atDesk } from "../../desk";

export const dynamic = "force-dynamic";

/** The whole sealed log with its chain, for `npm run audit -- verify`. */
export async function GET(request: Request): Promise<Response> {
  const { operator, world } = await atDesk();
  const form = new URL(request.url).searchParams.get("as") === "csv" ? "csv" : "jsonl";
  const type = form === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8";
  return streamed(await exportLog(world, operator, form), `audit-log.${form}`, type);
}

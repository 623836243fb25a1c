import { listFile } from "@/app/_lists/csv";
import { atDesk } from "../../desk";
import { revenueList } from "../list";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export async function GET(request: Request): Promise<Response> {
  return listFile(revenueList, await atDesk(), Object.fromEntries(new URL(request.url).searchParams));
}

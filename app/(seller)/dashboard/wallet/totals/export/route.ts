import { sellerListFile } from "../../../seller-list";
import totals from "../page";

export const dynamic = "force-dynamic";

/** The totals as a file, with the filters of the page. */
export const GET = sellerListFile(totals.list, "wallet");

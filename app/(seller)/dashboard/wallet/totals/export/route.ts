import { sellerListFile } from "../../../seller-list";
import { totalsList } from "../list";

export const dynamic = "force-dynamic";

/** The totals as a file, with the filters of the page. */
export const GET = sellerListFile(totalsList, "wallet");

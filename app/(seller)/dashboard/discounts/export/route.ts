import { sellerListFile } from "../../seller-list";
import discounts from "../page";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export const GET = sellerListFile(discounts.list);

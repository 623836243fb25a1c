import { sellerListFile } from "../../seller-list";
import subscriptions from "../page";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export const GET = sellerListFile(subscriptions.list);

import { sellerListFile } from "../../seller-list";
import { subscriptionList } from "../list";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export const GET = sellerListFile(subscriptionList);

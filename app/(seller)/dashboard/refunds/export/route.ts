import { sellerListFile } from "../../seller-list";
import refunds from "../page";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export const GET = sellerListFile(refunds.list);

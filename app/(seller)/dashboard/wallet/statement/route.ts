import { sellerListFile } from "../../seller-list";
import { statementList } from "./list";

export const dynamic = "force-dynamic";

/** The statement as a file, with the filters of the page. */
export const GET = sellerListFile(statementList, "wallet");

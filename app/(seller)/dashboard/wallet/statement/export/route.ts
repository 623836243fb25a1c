import { sellerListFile } from "../../../seller-list";
import statement from "../page";

export const dynamic = "force-dynamic";

/** The statement as a file, with the filters of the page; each part of a movement where none is given. */
export const GET = sellerListFile(statement.list, "wallet");

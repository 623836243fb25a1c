import { sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { recurringList } from "./list";

export const generateMetadata = titled("recurring");

export default sellerListPage(recurringList, "invoices", ({ words }) => words.text("recurring"));

import { sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { quoteList } from "./list";

export const generateMetadata = titled("quotes");

export default sellerListPage(quoteList, "invoices", ({ words }) => words.text("quotes"));

import { sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { totalsList } from "./list";

export const generateMetadata = titled("totals");

export default sellerListPage(totalsList, "wallet", ({ words }) => words.text("totals"));

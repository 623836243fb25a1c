import { sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { payoutList } from "./list";

export const generateMetadata = titled("payouts");

export default sellerListPage(payoutList, "wallet", ({ words }) => words.text("payouts"));

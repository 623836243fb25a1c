import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { disputeList } from "./list";

export const generateMetadata = titled("disputes");

export default sellerListPage(disputeList, "orders", ({ words }) => words.text("disputes"));

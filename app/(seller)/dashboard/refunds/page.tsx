import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { refundList } from "./list";

export const generateMetadata = titled("refundList");

export default sellerListPage(refundList, "orders", ({ words }) => words.text("refundList"));

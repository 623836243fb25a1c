import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { discountList } from "./list";

export const generateMetadata = titled("discounts");

export default sellerListPage(discountList, "discounts");

import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { orderList } from "./list";

export const generateMetadata = titled("orders");

export default sellerListPage(orderList, "orders");

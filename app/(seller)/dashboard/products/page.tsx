import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { productList } from "./list";

export const generateMetadata = titled("products");

export default sellerListPage(productList, "products");

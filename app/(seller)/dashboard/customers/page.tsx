import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { customerList } from "./list";

export const generateMetadata = titled("customers");

export default sellerListPage(customerList, "customers");

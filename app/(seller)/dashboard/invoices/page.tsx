import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { invoiceList } from "./list";

export const generateMetadata = titled("invoices");

export default sellerListPage(invoiceList, "invoices");

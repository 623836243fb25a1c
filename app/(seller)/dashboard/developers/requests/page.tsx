import { sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { requestList } from "./list";

export const generateMetadata = titled("requests");

export default sellerListPage(requestList, "requests");

import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { linkList } from "./list";

export const generateMetadata = titled("links");

export default sellerListPage(linkList, "links");

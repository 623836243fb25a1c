import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { messageList } from "./list";

export const generateMetadata = titled("messages");

export default sellerListPage(messageList, "messages");

import { sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { eventList } from "./list";

export const generateMetadata = titled("events");

export default sellerListPage(eventList, "events");

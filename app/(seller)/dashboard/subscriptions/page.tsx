import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { subscriptionList } from "./list";

export const generateMetadata = titled("subscriptions");

export default sellerListPage(subscriptionList, "subscriptions");

import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { storeList } from "./list";

export const generateMetadata = titledForOperator("opsStores");

export default operatorListPage(storeList, "stores");

import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { revenueList } from "./list";

export const generateMetadata = titledForOperator("opsRevenue");

export default operatorListPage(revenueList, "revenue");

import { titledForOperator } from "../desk";
import { operatorListPage } from "../operator-page";
import { revenueList } from "./list";

export const generateMetadata = titledForOperator("opsRevenue");

export default operatorListPage("revenue", revenueList);

import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { reconciliationList } from "./list";

export const generateMetadata = titledForOperator("opsReconciliation");

export default operatorListPage(reconciliationList, "reconciliation");

import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { disputeList } from "./list";

export const generateMetadata = titledForOperator("opsDisputes");

export default operatorListPage(disputeList, "disputes");

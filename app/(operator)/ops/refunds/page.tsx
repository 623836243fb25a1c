import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { refundList } from "./list";

export const generateMetadata = titledForOperator("opsRefunds");

export default operatorListPage(refundList, "refunds");

import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { payoutList } from "./list";

export const generateMetadata = titledForOperator("opsPayouts");

export default operatorListPage(payoutList, "payouts");

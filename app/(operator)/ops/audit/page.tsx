import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { auditList } from "./list";

export const generateMetadata = titledForOperator("opsAudit");

export default operatorListPage(auditList, "audit");

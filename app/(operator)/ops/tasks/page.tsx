import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { taskList } from "./list";

export const generateMetadata = titledForOperator("opsTasks");

export default operatorListPage(taskList, "tasks");

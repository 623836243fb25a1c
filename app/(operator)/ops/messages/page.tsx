import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { messageList } from "./list";

export const generateMetadata = titledForOperator("messages");

export default operatorListPage(messageList, "messages");

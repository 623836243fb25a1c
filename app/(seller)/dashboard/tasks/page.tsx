import { sellerListPage } from "../seller-list";
import { titled } from "../words";
import { taskList } from "./list";

export const generateMetadata = titled("tasks");

export default sellerListPage(taskList, "tasks");

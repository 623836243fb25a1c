import { operatorListPage } from "../operator-list";
import { titledForOperator } from "../words";
import { correctionList } from "./list";

export const generateMetadata = titledForOperator("opsCorrections");

export default operatorListPage(correctionList, "corrections");

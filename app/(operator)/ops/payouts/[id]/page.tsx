import { askAboutPayoutAction } from "../../actions";
import { payoutCase } from "../case";

export const generateMetadata = payoutCase.metadata;
export default payoutCase.page(askAboutPayoutAction);

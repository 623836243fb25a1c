import { decidePayoutAction } from "../../actions";
import { payoutCase } from "../../case";

export const generateMetadata = payoutCase.actMetadata;

export default payoutCase.actPage(decidePayoutAction);

import { decideRefundAction } from "../../actions";
import { refundCase } from "../../case";

export const generateMetadata = refundCase.actMetadata;

export default refundCase.actPage(decideRefundAction);

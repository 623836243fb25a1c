import { askAboutRefundAction } from "../../actions";
import { refundCase } from "../case";

export const generateMetadata = refundCase.metadata;
export default refundCase.page(askAboutRefundAction);

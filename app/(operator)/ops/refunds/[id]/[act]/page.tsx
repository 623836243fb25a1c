import { refundCase } from "../../case";

export const generateMetadata = refundCase.act.metadata;
export default refundCase.act.page(async (previous, form) => {
  "use server";
  return refundCase.act.send(previous, form);
});

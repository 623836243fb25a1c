import { payoutCase } from "../../case";

export const generateMetadata = payoutCase.act.metadata;
export default payoutCase.act.page(async (previous, form) => {
  "use server";
  return payoutCase.act.send(previous, form);
});

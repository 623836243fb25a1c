import type { FormState } from "@/lib/auth/form-state";
import { payoutCase } from "../../case";

async function send(previous: FormState, form: FormData) {
  "use server";
  return payoutCase.act.send(previous, form);
}

export const generateMetadata = payoutCase.act.metadata;
export default payoutCase.act.page(send);

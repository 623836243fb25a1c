import type { FormState } from "@/lib/auth/form-state";
import { refundCase } from "../../case";

async function send(previous: FormState, form: FormData) {
  "use server";
  return refundCase.act.send(previous, form);
}

export const generateMetadata = refundCase.act.metadata;
export default refundCase.act.page(send);

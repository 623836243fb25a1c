import type { FormState } from "@/lib/auth/form-state";
import { taskCase } from "../../case";

async function send(previous: FormState, form: FormData) {
  "use server";
  return taskCase.act.send(previous, form);
}

export const generateMetadata = taskCase.act.metadata;
export default taskCase.act.page(send);

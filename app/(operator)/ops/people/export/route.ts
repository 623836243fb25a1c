import { z } from "zod";
import { currentOperator } from "@/lib/auth/current-seller";
import { fieldsOf } from "@/lib/auth/form-fields";
import { operatorCaller, proofFields, readSent, textField } from "@/lib/auth/guarded-action";
import { isSameOrigin } from "@/lib/auth/request";
import { setFlash } from "@/lib/auth/sealed-cookie";
import { Invalid } from "@/lib/domain/refusal";
import { exportFile, exportPerson } from "@/lib/services/desk/export-person/export-person";
import { systemWorld } from "@/lib/services/desk/system-world";
import { problemText } from "@/lib/text/problem";

export const dynamic = "force-dynamic";

const Wish = z.object({ contact: textField, reason: textField, as: textField, ...proofFields });
const peoplePath = "/ops/people";

/** All that every seller holds about a person. Sent by a form, so that no address names them. */
export async function POST(request: Request): Promise<Response> {
  if (!(await isSameOrigin())) return new Response(null, { status: 403 });
  const operator = await operatorCaller();
  const sent = fieldsOf(await request.formData().catch(() => null));
  try {
    const wish = readSent(Wish, sent);
    return exportFile(await exportPerson(systemWorld(), operator, wish), wish.as === "page", "person");
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const { language } = await currentOperator();
    await setFlash({ tone: "bad", text: problemText(language, error.first) }, peoplePath);
    return new Response(null, { status: 303, headers: { Location: peoplePath } });
  }
}

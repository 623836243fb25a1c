import { templatesFile } from "@/app/_lists/templates";
import { currentOperator } from "@/lib/auth/current-seller";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  await currentOperator();
  return templatesFile();
}

import { templatesFile } from "@/app/_lists/templates";
import { currentSeller } from "@/lib/auth/current-seller";

export const dynamic = "force-dynamic";

/** For the account of a store's own number. */
export async function GET(): Promise<Response> {
  await currentSeller();
  return templatesFile();
}

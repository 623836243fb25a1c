import { notFound } from "next/navigation";
import { operatorCaller } from "@/lib/auth/operator-action";
import { NotFound } from "@/lib/domain/refusal";
import { type OperatorPayout, readOperatorPayout } from "@/lib/services/desk/operator/list-payouts";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The payout that the address names, or the page that says there is none. */
export async function findPayout(id: string): Promise<OperatorPayout> {
  try {
    return await readOperatorPayout(systemWorld(), await operatorCaller(), id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

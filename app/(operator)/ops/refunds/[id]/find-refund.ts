import { notFound } from "next/navigation";
import { operatorCaller } from "@/lib/auth/operator-action";
import { NotFound } from "@/lib/domain/refusal";
import { type OperatorRefund, readOperatorRefund } from "@/lib/services/desk/operator/list-refunds";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The refund that the address names, or the page that says there is none. */
export async function findRefund(id: string): Promise<OperatorRefund> {
  try {
    return await readOperatorRefund(systemWorld(), await operatorCaller(), id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

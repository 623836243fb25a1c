import { notFound } from "next/navigation";
import { operatorCaller } from "@/lib/auth/operator-action";
import { NotFound } from "@/lib/domain/refusal";
import { type PlanLine, readPlan } from "@/lib/services/desk/operator/read-plans";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The plan of a page, or the page that nothing is there. */
export async function findPlan(code: string): Promise<PlanLine> {
  try {
    return await readPlan(systemWorld(), await operatorCaller(), code);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

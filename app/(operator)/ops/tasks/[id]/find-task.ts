import { notFound } from "next/navigation";
import { operatorCaller } from "@/lib/auth/operator-action";
import { NotFound } from "@/lib/domain/refusal";
import { type OperatorTask, readOperatorTask } from "@/lib/services/desk/operator/list-tasks";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The task that the address names, or the page that says there is none. */
export async function findTask(id: string): Promise<OperatorTask> {
  if (!/^[1-9]\d{0,17}$/.test(id)) notFound();
  try {
    return await readOperatorTask(systemWorld(), await operatorCaller(), BigInt(id));
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

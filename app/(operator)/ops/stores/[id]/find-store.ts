import { notFound } from "next/navigation";
import { cache } from "react";
import { operatorCaller } from "@/lib/auth/operator-action";
import { NotFound } from "@/lib/domain/refusal";
import { type OperatorStore, readStoreForOperator } from "@/lib/services/desk/operator/read-store";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The store that the address names, or the page that says there is none. */
export const findStore = cache(async (id: string): Promise<OperatorStore> => {
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  try {
    return await readStoreForOperator(systemWorld(), await operatorCaller(), Number(id));
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
});

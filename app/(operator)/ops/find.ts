import { notFound } from "next/navigation";
import { cache } from "react";
import { found } from "@/app/service-name";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { readOperatorPayout } from "@/lib/services/desk/operator/list-payouts";
import { readOperatorRefund } from "@/lib/services/desk/operator/list-refunds";
import { readOperatorTask } from "@/lib/services/desk/operator/list-tasks";
import { readPlan } from "@/lib/services/desk/operator/read-plans";
import { readStoreForOperator } from "@/lib/services/desk/operator/read-store";
import { readRail } from "@/lib/services/desk/rails/read-rails";
import { systemWorld } from "@/lib/services/desk/system-world";

// What the address of a page names, or the page that says there is none.

export async function findPayout(id: string) {
  return found(readOperatorPayout(systemWorld(), await operatorCaller(), id));
}

export async function findPlan(code: string) {
  return found(readPlan(systemWorld(), await operatorCaller(), code));
}

export async function findRail(id: string) {
  return found(readRail(systemWorld(), await operatorCaller(), id));
}

export async function findRefund(id: string) {
  return found(readOperatorRefund(systemWorld(), await operatorCaller(), id));
}

export const findStore = cache(async (id: string) => {
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  return found(readStoreForOperator(systemWorld(), await operatorCaller(), Number(id)));
});

export async function findTask(id: string) {
  if (!/^[1-9]\d{0,17}$/.test(id)) notFound();
  return found(readOperatorTask(systemWorld(), await operatorCaller(), BigInt(id)));
}

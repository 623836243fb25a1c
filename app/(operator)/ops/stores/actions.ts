"use server";

import { z } from "zod";
import { idField, operatorForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { actOnStore, changePlan, storeActs } from "@/lib/services/desk/operator/act-on-store";
import { currentOperatorWords } from "../words";
import { storesPath } from "./words";

const Act = z.object({ store: idField, act: z.enum(storeActs), reason: textField, ...proofFields });

export const actOnStoreAction = operatorForm(Act, async (operator, { store, ...input }, world) => {
  const { changed } = await actOnStore(world, operator, { storeId: store, ...input });
  return done(`${storesPath}/${store}`, await told(changed));
});

const Plan = z.object({ store: idField, plan: textField, reason: textField, ...proofFields });

export const changePlanAction = operatorForm(Plan, async (operator, { store, plan, ...input }, world) => {
  const { changed } = await changePlan(world, operator, { storeId: store, planCode: plan, ...input });
  return done(`${storesPath}/${store}`, await told(changed));
});

async function told(changed: boolean): Promise<string> {
  return (await currentOperatorWords()).text(changed ? "doneMailed" : "wasThatWay");
}

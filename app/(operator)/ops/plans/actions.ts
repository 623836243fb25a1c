"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { operatorForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { changeFixedFees, changePlanTerms, createPlan } from "@/lib/services/desk/operator/save-plan";
import { currentOperatorWords, plansPath } from "../desk";
import { fixedFields, planFields } from "./plan-fields";

const NewPlan = z.object({ ...shapeOf(planFields), ...proofFields });
const ChangedPlan = NewPlan.extend({ plan: textField });

export const createPlanAction = operatorForm(NewPlan, async (operator, sent, world) => {
  const plan = await createPlan(world, operator, typed(sent));
  return done(plansPath, (await currentOperatorWords()).text("planCreated", { plan: plan.name }));
});

export const changePlanTermsAction = operatorForm(ChangedPlan, async (operator, sent, world) => {
  const { changed } = await changePlanTerms(world, operator, sent.plan, typed(sent));
  const words = await currentOperatorWords();
  return done(plansPath, changed ? words.text("planSaved", { plan: sent.name }) : words.text("wasThatWay"));
});

const ChangedFixed = z.object({
  ...shapeOf(fixedFields),
  ...proofFields,
  plan: textField,
  currency: textField,
});

export const changeFixedFeesAction = operatorForm(ChangedFixed, async (operator, sent, world) => {
  const { plan: code, currency, payout_fixed: payoutFixed, ...rest } = sent;
  const { changed } = await changeFixedFees(world, operator, { code, currency }, { ...rest, payoutFixed });
  const words = await currentOperatorWords();
  return done(
    `${plansPath}/${code}`,
    changed ? words.text("fixedFeesSaved", { currency }) : words.text("wasThatWay"),
  );
});

function typed({ api, payout_fee: payoutFee, ...rest }: z.output<typeof NewPlan>) {
  return { ...rest, payoutFee, includesApi: api.includes("yes") };
}

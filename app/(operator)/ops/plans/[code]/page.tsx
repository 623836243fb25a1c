import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { feeText, payoutFeeText } from "@/lib/domain/fees";
import { decimalText } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import { listPlanChanges, type PlanLine, planCurrencies } from "@/lib/services/desk/operator/read-plans";
import { readPercents } from "@/lib/services/desk/operator/save-plan";
import { systemWorld } from "@/lib/services/desk/system-world";
import { findPlan } from "../../find";
import { OperatorPage, OperatorTime } from "../../operator-page";
import { plansPath } from "../../paths";
import { operatorWithWords, titledForOperator } from "../../words";
import { changePlanTermsAction } from "../actions";
import { FeePreview } from "../fee-preview";
import { PlanForm } from "../plan-form";

export const generateMetadata = titledForOperator("opsPlans");

interface Place {
  params: Promise<{ code: string }>;
  searchParams?: Promise<{ fee?: string | string[]; payout_fee?: string | string[] }>;
}

/** The content of the plan, and how many stores a change affects. */
export default async function PlanPage({ params, searchParams }: Place) {
  const { person, words } = await operatorWithWords();
  const plan = await findPlan((await params).code);
  const operator = await operatorCaller();
  const [changes, currencies] = await Promise.all([
    listPlanChanges(systemWorld(), operator, plan.code),
    planCurrencies(systemWorld(), operator, plan),
  ]);
  const sent = (await searchParams) ?? {};
  const typed = {
    fee: typeof sent.fee === "string" ? sent.fee : decimalText(BigInt(plan.feePpm), 4),
    payoutFee:
      typeof sent.payout_fee === "string" ? sent.payout_fee : decimalText(BigInt(plan.payoutFeePpm), 4),
  };
  const tried = triedPlan(plan, typed);
  return (
    <OperatorPage person={person} section="plans">
      <PageHeader
        title={words.rich("changeThisPlan", { plan: <bdi key="plan">{plan.name}</bdi> })}
        purpose={words.text("changePlanMeans", { count: plan.stores })}
      />
      {currencies.length === 0 ? null : (
        <FeePreview
          {...{ words, now: plan, tried, currencies }}
          fields={[
            { name: "fee", label: words.text("feePercent"), value: typed.fee },
            { name: "payout_fee", label: words.text("payoutFeePercent"), value: typed.payoutFee },
          ]}
        />
      )}
      <PlanForm
        person={person}
        plan={tried ? { ...plan, ...tried } : plan}
        action={changePlanTermsAction}
        words={words}
      />
      <FixedFees plan={plan} currencies={currencies} words={words} />
      <History changes={changes} words={words} />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{words.text("changePlanUndo")}</p>
    </OperatorPage>
  );
}

function triedPlan(plan: PlanLine, typed: { fee: string; payoutFee: string }) {
  try {
    return { ...plan, ...readPercents(typed) };
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}

/** What it takes in each currency, with its fixed amounts. */
function FixedFees(props: { plan: PlanLine; currencies: string[]; words: DashboardWords }) {
  const { plan, currencies, words } = props;
  const [fee, payoutFee] = [words.text("planFee"), words.text("planPayoutFee")];
  return (
    <Section title={words.text("fixedFees")}>
      <p className="max-w-[68ch] py-2 text-label text-ink-2">
        {words.text(currencies.length === 0 ? "fixedFeesNoCurrency" : "fixedFeesMeans")}
      </p>
      {currencies.length === 0 ? null : (
        <Table
          caption={words.text("fixedFees")}
          columns={[
            { label: words.text("currency") },
            { label: fee, onPhone: fee },
            { label: payoutFee, onPhone: payoutFee },
          ]}
          rows={currencies.map((currency) => ({
            key: currency,
            cells: [
              <a
                key="currency"
                className="underline underline-offset-2"
                href={`${plansPath}/${plan.code}/${currency}`}
              >
                {words.text("changeFixedFees", { currency })}
              </a>,
              feeText(plan, currency, words.lang),
              payoutFeeText(plan, currency, words.lang),
            ],
          }))}
        />
      )}
    </Section>
  );
}

/** How its fees were changed: from each of these days on, for what was ordered and paid out after. */
function History({ changes, words }: { changes: PlanChange[]; words: DashboardWords }) {
  const [fee, payoutFee] = [words.text("planFee"), words.text("planPayoutFee")];
  return (
    <Section title={words.text("planHistory")}>
      {changes.length === 0 ? (
        <p className="py-4 text-ink-2">{words.text("planHistoryNone")}</p>
      ) : (
        <Table
          caption={words.text("planHistory")}
          columns={[
            { label: words.text("planWhen") },
            { label: fee, onPhone: fee },
            { label: payoutFee, onPhone: payoutFee },
            { label: words.text("planWho"), onPhone: words.text("planWho") },
            { label: words.text("planWhyDone") },
          ]}
          rows={changes.map((change) => ({
            key: change.id,
            cells: [
              <OperatorTime key="at" at={change.at} />,

              became(change.feeBefore, change.fee),
              became(change.payoutFeeBefore, change.payoutFee),
              <bdi key="by">{change.by}</bdi>,
              <bdi key="why">{change.reason}</bdi>,
            ],
          }))}
        />
      )}
    </Section>
  );
}

type PlanChange = Awaited<ReturnType<typeof listPlanChanges>>[number];

function became(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}

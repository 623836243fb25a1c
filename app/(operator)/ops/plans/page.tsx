import { feesText, payoutFeesText } from "@/app/_home/fee-words";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { operatorCaller } from "@/lib/auth/guarded-action";
import {
  type FeeIncome,
  type PlanLine,
  readFeeIncome,
  readPlans,
} from "@/lib/services/desk/operator/read-plans";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { plansPath } from "../paths";
import { operatorWithWords, titledForOperator } from "../words";

export const generateMetadata = titledForOperator("opsPlans");

export default async function PlansPage() {
  const { person, words } = await operatorWithWords();
  const operator = await operatorCaller();
  const [plans, income] = await Promise.all([
    readPlans(systemWorld(), operator),
    readFeeIncome(systemWorld(), operator),
  ]);
  return (
    <OperatorPage person={person} section="plans">
      <PageHeader
        title={words.text("opsPlans")}
        purpose={words.text("plansPurpose")}
        actions={
          <ButtonLink look="primary" href={`${plansPath}/new`}>
            {words.text("newPlan")}
          </ButtonLink>
        }
      />
      <PlanTable plans={plans} words={words} />
      <Section title={words.text("feesBrought")}>
        {income.length === 0 ? (
          <p className="py-4 text-ink-2">{words.text("noFees")}</p>
        ) : (
          <IncomeTable income={income} words={words} />
        )}
        <p className="pt-2 text-label text-ink-2">{words.text("feesBroughtNote")}</p>
      </Section>
    </OperatorPage>
  );
}

function PlanTable({ plans, words }: { plans: PlanLine[]; words: DashboardWords }) {
  const fee = words.text("planFee");
  const payoutFee = words.text("planPayoutFee");
  const stores = words.text("planStores");
  return (
    <Table
      caption={words.text("opsPlans")}
      columns={[
        { label: words.text("planName") },
        { label: words.text("planApi"), onPhone: words.text("planApi") },
        { label: fee, onPhone: fee, align: "end" },
        { label: payoutFee, onPhone: payoutFee, align: "end" },
        { label: stores, onPhone: stores, align: "end" },
      ]}
      rows={plans.map((plan) => ({
        key: plan.code,
        cells: [
          <a
            key="name"
            className="font-medium underline underline-offset-2"
            href={`${plansPath}/${plan.code}`}
          >
            <bdi>{plan.name}</bdi>
          </a>,
          words.text(plan.includesApi ? "withApi" : "withoutApi"),
          feesText(words, plan),
          payoutFeesText(words, plan),
          String(plan.stores),
        ],
      }))}
    />
  );
}

function IncomeTable({ income, words }: { income: FeeIncome[]; words: DashboardWords }) {
  const thisMonth = words.text("thisMonth");
  const lastMonth = words.text("lastMonth");
  return (
    <Table
      caption={words.text("feesBrought")}
      columns={[
        { label: words.text("currency") },
        { label: thisMonth, onPhone: thisMonth, align: "end" },
        { label: lastMonth, onPhone: lastMonth, align: "end" },
      ]}
      rows={income.map(({ currency, thisMonthMinor, lastMonthMinor }) => ({
        key: currency,
        cells: [
          currency,
          <Amount lang={words.lang} key="this" minor={thisMonthMinor} currency={currency} />,
          <Amount lang={words.lang} key="last" minor={lastMonthMinor} currency={currency} />,
        ],
      }))}
    />
  );
}

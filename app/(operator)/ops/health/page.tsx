import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { Button } from "@/components/ui/button";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { readHealth } from "@/lib/services/operator/health/read-health";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../operator-page";
import { checkBooksAction } from "./actions";
import { HealthLines } from "./health-lines";

export const metadata: Metadata = { title: "Health" };

export default async function HealthPage() {
  const person = await currentOperator();
  const groups = await readHealth(systemWorld(), await operatorCaller());
  const troubles = groups.flatMap(({ lines }) =>
    lines.filter(({ state }) => state === "bad" || state === "watch"),
  );
  const bad = troubles.filter(({ state }) => state === "bad").length;
  return (
    <OperatorPage person={person} section="health" inEnglish>
      <PageHeader
        title="Health"
        purpose={`${summaryOf(bad, troubles.length - bad)} Asked just now; load the page again to ask again.`}
        actions={
          <ActionForm to={{ action: checkBooksAction, fields: {} }}>
            <Button>Check the books now</Button>
          </ActionForm>
        }
      />
      {groups.map(({ title, lines }) => (
        <Section key={title} title={title}>
          <HealthLines lines={lines} />
        </Section>
      ))}
    </OperatorPage>
  );
}

function summaryOf(bad: number, watch: number): string {
  if (bad + watch === 0) return "Everything is well.";
  const parts = [bad > 0 ? `${bad} bad` : "", watch > 0 ? `${watch} to watch` : ""];
  return `${parts.filter(Boolean).join(", ")}.`;
}

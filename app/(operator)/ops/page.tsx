import type { Metadata } from "next";
import { Figures } from "@/components/dashboard/figures";
import { OpsVolumes } from "@/components/dashboard/ops-volumes";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { listAudit } from "@/lib/services/operator/list-audit";
import { type OperatorOverview, readOverview } from "@/lib/services/operator/overview";
import { systemWorld } from "@/lib/services/system-world";
import { AuditList } from "./audit/audit-list";
import { HealthLines } from "./health/health-lines";
import { OperatorPage } from "./operator-page";

export const metadata: Metadata = { title: "Overview" };

export default async function OperatorStartPage() {
  const person = await currentOperator();
  const operator = await operatorCaller();
  const world = systemWorld();
  const [{ today, hand, unwell }, { rows: acts }] = await Promise.all([
    readOverview(world, operator),
    listAudit(world, operator, { operatorsOnly: true }, { skip: 0, take: 5 }),
  ]);
  return (
    <OperatorPage person={person} section="overview">
      <PageHeader title="Overview" purpose="The whole service today. Days and times are UTC." />
      <Today today={today} />
      <Section title="Needs a hand">
        <Hand hand={hand} />
      </Section>
      <Section
        title="Not well"
        aside={
          <a className="underline underline-offset-2" href="/ops/health">
            All of its health
          </a>
        }
      >
        {unwell.length === 0 ? (
          <p className="py-4 text-ink-2">Everything is well.</p>
        ) : (
          <HealthLines lines={unwell} />
        )}
      </Section>
      <Section
        title="What we did last"
        aside={
          <a className="underline underline-offset-2" href="/ops/audit">
            Audit log
          </a>
        }
      >
        <AuditList rows={acts} empty="No operator has done anything yet." />
      </Section>
    </OperatorPage>
  );
}

function Today({ today }: { today: OperatorOverview["today"] }) {
  const { volumes, paid, failed, open, payouts, newStores } = today;
  const ended = paid + failed;
  return (
    <Figures
      figures={[
        { label: "Came in today", value: <OpsVolumes volumes={volumes} />, note: `${paid} paid` },
        {
          label: "Came through",
          value: ended === 0 ? "None yet" : `${Math.round((paid / ended) * 100)} %`,
          note: `${failed} failed, ${open} still open`,
        },
        { label: "Payouts asked for", value: String(payouts) },
        { label: "New stores", value: String(newStores) },
      ]}
    />
  );
}

function Hand({ hand }: { hand: OperatorOverview["hand"] }) {
  return (
    <ul>
      {hand.map(({ label, count, href, what }) => (
        <li
          key={label}
          className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-rule py-2.5 sm:grid-cols-[11rem_1fr_auto]"
        >
          <a className="underline underline-offset-2" href={href}>
            {label}
          </a>
          <p className="row-start-2 col-span-2 text-ink-2 sm:row-auto sm:col-span-1">{what}</p>
          <StatusMark tone={count > 0 ? "warn" : "ended"}>{count > 0 ? String(count) : "None"}</StatusMark>
        </li>
      ))}
    </ul>
  );
}

import type { Metadata } from "next";
import { Figures } from "@/components/dashboard/figures";
import { OpsVolumes } from "@/components/dashboard/ops-volumes";
import { ButtonLink } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { listAudit } from "@/lib/services/operator/list-audit";
import type { OperatorStore } from "@/lib/services/operator/read-store";
import { actRules, percent, type StoreAct, storeActs } from "@/lib/services/operator/store-acts";
import { systemWorld } from "@/lib/services/system-world";
import { ActLine } from "../../act-line";
import { AuditList } from "../../audit/audit-list";
import { OperatorPage } from "../../operator-page";
import { failureShare, statusOf, storesPath, verificationFactWords, verificationWords } from "../words";
import { findStore } from "./find-store";

export const metadata: Metadata = { title: "Store" };

type Params = Promise<{ id: string }>;

export default async function StorePage({ params }: { params: Params }) {
  const person = await currentOperator();
  const store = await findStore((await params).id);
  const { rows: acts } = await listAudit(
    systemWorld(),
    await operatorCaller(),
    { storeId: store.id, action: "store." },
    { skip: 0, take: 20 },
  );
  const { tone, word } = statusOf({
    ...store,
    isDeveloperBlocked: store.developerAccessBlockedAt !== null,
  });
  return (
    <OperatorPage person={person} section="stores">
      <PageHeader
        title={<bdi>{store.name}</bdi>}
        purpose={<StatusMark tone={tone}>{word}</StatusMark>}
        actions={
          <ButtonLink href={`/store/${store.slug}`} target="_blank" rel="noreferrer">
            See its page
          </ButtonLink>
        }
      />
      <Troubles store={store} />
      <StoreFigures store={store} />
      <Section title="What you can do">
        <Acts store={store} />
      </Section>
      <Section title="About the store">
        <Facts items={factsOf(store)} />
      </Section>
      {store.verification ? (
        <Section title="Told for verification">
          <Facts
            items={Object.entries(store.verification).map(([name, value]) => ({
              label: verificationFactWords[name] ?? name,
              value: <bdi className="wrap-anywhere">{value}</bdi>,
            }))}
          />
          {store.verificationDocument ? (
            <p className="pt-4">
              <a
                className="underline underline-offset-2"
                href={`${storesPath}/${store.id}/document`}
                target="_blank"
                rel="noreferrer"
              >
                See the document they sent
              </a>
              <span className="text-ink-2"> Each look is in the log.</span>
            </p>
          ) : null}
        </Section>
      ) : null}
      <Section
        title="What was done"
        aside={
          <a className="underline underline-offset-2" href={`/ops/audit?store=${store.id}`}>
            All of its log
          </a>
        }
      >
        <AuditList rows={acts} empty="Nothing was done to this store yet." />
      </Section>
    </OperatorPage>
  );
}

function StoreFigures({ store }: { store: OperatorStore }) {
  const { activity, wallets } = store;
  return (
    <Figures
      figures={[
        { label: "Came in, 30 days", value: <OpsVolumes volumes={activity.volumes} /> },
        {
          label: "Payments that failed",
          value: failureShare(activity),
          note: `${activity.failed} of ${activity.paid + activity.failed}`,
        },
        {
          label: "In its wallet",
          value: (
            <OpsVolumes
              volumes={wallets.map(({ currency, availableMinor }) => ({ currency, minor: availableMinor }))}
            />
          ),
          note: "Ready to pay out",
        },
      ]}
    />
  );
}

/** Why a store is as it is, as its owner reads it too. */
function Troubles({ store }: { store: OperatorStore }) {
  const { suspendedAt, suspendedReason, developerAccessBlockedAt, developerAccessReason } = store;
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {suspendedAt ? (
        <Notice tone="bad" title="Suspended">
          Since <Timestamp at={suspendedAt} timeZone="UTC" />. {suspendedReason}
        </Notice>
      ) : null}
      {developerAccessBlockedAt ? (
        <Notice tone="warn" title="Developer access is blocked">
          Since <Timestamp at={developerAccessBlockedAt} timeZone="UTC" />. {developerAccessReason}
        </Notice>
      ) : null}
      {store.verificationStatus === "rejected" ? (
        <Notice tone="warn" title="The seller was rejected">
          {store.verificationReason}
        </Notice>
      ) : null}
      {store.openTasks > 0 ? (
        <Notice
          tone="warn"
          title={store.openTasks === 1 ? "One thing needs a hand" : `${store.openTasks} things need a hand`}
        >
          <a className="underline underline-offset-2" href={`/ops/tasks?store=${store.id}`}>
            See what
          </a>
        </Notice>
      ) : null}
    </div>
  );
}

function Acts({ store }: { store: OperatorStore }) {
  const possible: StoreAct[] = storeActs.filter((act) => actRules[act].applies(store));
  return (
    <ul>
      {possible.map((act) => (
        <ActLine
          key={act}
          href={`${storesPath}/${store.id}/${act}`}
          label={actRules[act].label}
          effect={actRules[act].effect}
          look={actRules[act].isHarsh ? "danger" : "secondary"}
        />
      ))}
      <ActLine
        href={`${storesPath}/${store.id}/plan`}
        label="Change the plan"
        effect={`It is on ${store.plan.name}: ${store.plan.includesApi ? "with the API" : "without the API"}, ${percent(store.plan.feePpm)} of each payment and ${percent(store.plan.payoutFeePpm)} of each payout.`}
      />
    </ul>
  );
}

function factsOf(store: OperatorStore) {
  return [
    { label: "Number", value: String(store.id) },
    { label: "Account", value: <bdi>{store.accountName}</bdi> },
    {
      label: "People",
      value: (
        <ul>
          {store.people.map(({ email, name, role }) => (
            <li key={email} className="wrap-anywhere">
              <bdi>{name}</bdi>, {role}, {email}
            </li>
          ))}
        </ul>
      ),
    },
    { label: "Verification", value: verificationWords[store.verificationStatus].word },
    { label: "Plan", value: store.plan.name },
    { label: "Country and currency", value: `${store.country}, ${store.currency}` },
    {
      label: "Contact",
      value: [store.contactPhone, store.contactEmail].filter(Boolean).join(", ") || "None",
    },
    { label: "Since", value: <Timestamp at={store.createdAt} timeZone="UTC" /> },
  ];
}

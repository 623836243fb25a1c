import type { Metadata } from "next";
import { roleKeys } from "@/app/(seller)/dashboard/words";
import { Figures, OpsVolumes } from "@/components/dashboard/figures";
import { type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Disclosure, Facts, Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { feeText, payoutFeeText } from "@/lib/domain/fees";
import { formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { listAudit } from "@/lib/services/desk/audit/log";
import { actRules, type StoreAct, storeActs } from "@/lib/services/desk/operator/act-on-store";
import type { OperatorStore } from "@/lib/services/desk/operator/stores";
import { listOpenFees } from "@/lib/services/desk/own-accounts/fees";
import { waitReasons } from "@/lib/services/money/out/payouts/schedule";
import { problemText } from "@/lib/text/problem";
import { ActLine } from "../../act-page";
import { AuditList } from "../../audit/audit-list";
import { countryWord, findStore, storesPath, tasksPath } from "../../desk";
import { OperatorTime, operatorPage } from "../../operator-page";
import { failureShare, statusOf, verificationFactKeys, verificationWords } from "../words";

type Params = Promise<{ id: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  return { title: (await findStore((await params).id)).name };
}

export default operatorPage("stores", async (who, { params }: { params: Params }) => {
  const { world, operator, words } = who;
  const store = await findStore((await params).id);
  const [{ rows: acts }, fees] = await Promise.all([
    listAudit(world, operator, { storeId: store.id, action: "store." }, { skip: 0, take: 5 }),
    listOpenFees(world, operator, store.id),
  ]);
  const { tone, word } = statusOf({
    ...store,
    isDeveloperBlocked: store.developerAccessBlockedAt !== null,
  });
  return (
    <>
      <PageHeader
        title={<bdi>{store.name}</bdi>}
        purpose={<StatusMark tone={tone} word={words.loose(word, {})} />}
        actions={
          <ButtonLink href={`/store/${store.slug}`} target="_blank" rel="noreferrer">
            {words.text("seeItsPage")}
          </ButtonLink>
        }
      />
      <Troubles store={store} words={words} />
      <StoreFigures store={store} words={words} />
      <Section title={words.text("aboutStore")}>
        <Facts items={factsOf(store, words)} />
      </Section>
      {store.verification ? (
        <Section title={words.text("toldForVerification")}>
          <Facts
            items={Object.entries(store.verification).map(([name, value]) => ({
              label: words.loose(verificationFactKeys[name] ?? "opsNothing", {}),
              value: <ToldFact name={name} value={value} words={words} />,
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
                {words.text("seeDocument")}
              </a>
              <span className="text-ink-2"> {words.text("looksLogged")}</span>
            </p>
          ) : null}
        </Section>
      ) : null}
      {fees.length > 0 ? (
        <Section title={words.text("feesOpen")}>
          <ul>
            {fees.map(({ id, month, rest }) => (
              <ActLine
                key={id}
                href={`${storesPath}/fees/${id}`}
                label={words.text("feesSettle")}
                effect={`${month.toISOString().slice(0, 7)}: ${formatMoney(rest, words.lang)}`}
              />
            ))}
          </ul>
        </Section>
      ) : null}
      <Section
        title={words.text("whatWasDone")}
        aside={<TextLink href={`/ops/audit?store=${store.id}`}>{words.text("allItsLog")}</TextLink>}
      >
        <AuditList rows={acts} empty={words.text("nothingDone")} words={words} timeZone={who.timeZone} />
      </Section>
      <Section title={words.text("whatYouCanDo")}>
        <Acts store={store} words={words} />
      </Section>
    </>
  );
});

function StoreFigures({ store, words }: { store: OperatorStore; words: DashboardWords }) {
  const { activity, wallets } = store;
  const none = words.text("opsNothing");
  return (
    <Figures
      figures={[
        {
          label: words.text("cameIn30"),
          value: <OpsVolumes volumes={activity.volumes} lang={words.lang} none={none} />,
        },
        {
          label: words.text("paymentsFailed"),
          value: failureShare(activity, words),
          note: words.text("outOf", {
            count: String(activity.failed),
            all: String(activity.paid + activity.failed),
          }),
        },
        {
          label: words.text("inItsWallet"),
          value: (
            <OpsVolumes
              lang={words.lang}
              none={none}
              volumes={wallets.map(({ currency, availableMinor }) => ({ currency, minor: availableMinor }))}
            />
          ),
          note: words.text("ready"),
        },
      ]}
    />
  );
}

/** The reasons for a store's state, as its owner reads them too. */
function Troubles({ store, words }: { store: OperatorStore; words: DashboardWords }) {
  const since = (at: Date, reason: string | null) =>
    words.rich("sinceWhy", {
      date: <OperatorTime key="at" at={at} />,
      reason: <bdi key="reason">{reason}</bdi>,
    });
  const { suspendedAt, suspendedReason, developerAccessBlockedAt, developerAccessReason } = store;
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {suspendedAt ? (
        <Notice tone="bad" title={words.text("store_suspended")}>
          {since(suspendedAt, suspendedReason)}
        </Notice>
      ) : null}
      {developerAccessBlockedAt ? (
        <Notice tone="warn" title={words.text("developerBlocked")}>
          {since(developerAccessBlockedAt, developerAccessReason)}
        </Notice>
      ) : null}
      {store.verificationStatus === "rejected" ? (
        <Notice tone="warn" title={words.text("sellerRejected")}>
          {store.verificationReason}
        </Notice>
      ) : null}
      {store.openTasks > 0 ? (
        <Notice tone="warn" title={words.text("needHand", { count: store.openTasks })}>
          <TextLink href={`${tasksPath}?show=sellers&store=${store.id}`}>{words.text("seeWhat")}</TextLink>
        </Notice>
      ) : null}
    </div>
  );
}

/** Those that take something away are quiet until they are wanted. */
function Acts({ store, words }: { store: OperatorStore; words: DashboardWords }) {
  const possible: StoreAct[] = storeActs.filter((act) => actRules[act].applies(store));
  const isQuiet = (act: StoreAct) =>
    actRules[act].isHarsh && !(act === "reject" && store.verificationStatus === "pending");
  const lines = (quiet: boolean) =>
    possible
      .filter((act) => isQuiet(act) === quiet)
      .map((act) => (
        <ActLine
          key={act}
          href={`${storesPath}/${store.id}/${act}`}
          label={words.text(`act_${act}`)}
          effect={words.text(`act_${act}_effect`)}
          look={actRules[act].isHarsh ? "danger" : "secondary"}
        />
      ));
  const harsh = lines(true);
  return (
    <>
      <ul>
        {lines(false)}
        <ActLine
          href={`${storesPath}/${store.id}/plan`}
          label={words.text("changePlan")}
          effect={words.text("planIs", {
            plan: store.plan.name,
            api: words.text(store.plan.includesApi ? "withApi" : "withoutApi"),
            fee: feeText(store.plan, store.currency, words.lang),
            payoutFee: payoutFeeText(store.plan, store.currency, words.lang),
          })}
        />
      </ul>
      {harsh.length > 0 ? (
        <Disclosure summary={words.text("stopIt")}>
          <ul>{harsh}</ul>
        </Disclosure>
      ) : null}
    </>
  );
}

/** What a seller told to be verified, as people write it: a country by its name, an instant on the operator's clock. */
function ToldFact({ name, value, words }: { name: string; value: string; words: DashboardWords }) {
  if (name === "sentAt" && !Number.isNaN(Date.parse(value))) return <OperatorTime at={new Date(value)} />;
  const key = name === "kind" ? knownKey(`kindOf_${value}`) : null;
  const told = key ? words.loose(key, {}) : name === "country" ? countryWord(value, words) : value;
  return <bdi className="wrap-anywhere">{told}</bdi>;
}

function AutomaticPayouts({ store, words }: { store: OperatorStore; words: DashboardWords }) {
  const { payoutSchedule } = store;
  const why = waitReasons.find((reason) => reason === payoutSchedule?.waitReason);
  return (
    <>
      {payoutSchedule?.nextRunAt
        ? words.rich("automaticNextTo", {
            at: <OperatorTime key="at" at={payoutSchedule.nextRunAt} />,
            destination: <bdi key="to">{payoutSchedule.destination.label}</bdi>,
          })
        : words.text("opsAutomaticNone")}{" "}
      {why ? problemText(words.lang, say(why)) : null}
    </>
  );
}

function factsOf(store: OperatorStore, words: DashboardWords) {
  return [
    { label: words.text("number"), value: String(store.id) },
    { label: words.text("accountOf"), value: <bdi>{store.accountName}</bdi> },
    {
      label: words.text("opsPeople"),
      value: (
        <ul>
          {store.people.map(({ email, name, role }) => (
            <li key={email} className="wrap-anywhere">
              <bdi>{name}</bdi>, {words.text(roleKeys[role].name)}, {email}
            </li>
          ))}
        </ul>
      ),
    },
    {
      label: words.text("verification"),
      value: words.loose(verificationWords[store.verificationStatus].word, {}),
    },
    { label: words.text("plan"), value: store.plan.name },
    { label: words.text("automaticPayouts"), value: <AutomaticPayouts store={store} words={words} /> },
    {
      label: words.text("countryCurrency"),
      value: `${countryWord(store.country, words)}, ${store.currency}`,
    },
    {
      label: words.text("opsContact"),
      value: [store.contactPhone, store.contactEmail].filter(Boolean).join(", ") || words.text("none"),
    },
    {
      label: words.text("since"),
      value: <OperatorTime at={store.createdAt} />,
    },
  ];
}

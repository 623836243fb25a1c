import type { Search } from "@/app/_lists/filters";
import { openList } from "@/app/_lists/list";
import { ListTable, ListView } from "@/app/_lists/list-view";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, Facts, Notice, PageHeader, Section } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { payoutBar } from "@/lib/services/money/out/payouts/quote";
import { type DestinationView, listDestinations, listPayouts } from "@/lib/services/money/out/payouts/read";
import { readSchedule, type ScheduleView } from "@/lib/services/money/out/payouts/schedule";
import { readWallets } from "@/lib/services/money/wallet/read";
import { problemText } from "@/lib/text/problem";
import { onlyReaders } from "../allowed";
import { accountsPath, automaticPath, payoutsPath, totalsPath, verificationPath } from "../paths";
import { atStore } from "../seller-list";
import { SellerPage } from "../seller-page";
import { titled } from "../words";
import { stopScheduleAction } from "./actions";
import { payoutColumns, payoutList } from "./payouts/list";
import { currencyOf, statementList } from "./statement/list";
import { WalletFigures } from "./wallet-figures";
import { timesText } from "./words";

export const generateMetadata = titled("wallet");

export default onlyReaders("wallet", WalletPage);

async function WalletPage({ searchParams }: { searchParams: Promise<Search> }) {
  const who = atStore(await currentSeller());
  const { seller, world, caller, words, timeZone } = who;
  const [wallets, destinations, schedule, payouts, statement] = await Promise.all([
    readWallets(world, caller),
    listDestinations(world, caller),
    readSchedule(world, caller),
    listPayouts(world, caller, { skip: 0, take: 10 }),
    openList(statementList, who, await searchParams),
  ]);
  const bar = payoutBar(seller.store);
  const owes = wallets.some(({ debtMinor }) => debtMinor > 0n);
  return (
    <SellerPage seller={seller} section="wallet">
      <PageHeader
        title={words.text("wallet")}
        purpose={words.text("walletPurpose")}
        actions={
          seller.role === "owner" && bar === null && !owes && destinations.length > 0 ? (
            <ButtonLink look="primary" href={`${payoutsPath}/new`}>
              {words.text("payOut")}
            </ButtonLink>
          ) : null
        }
      />
      {bar ? (
        <div className="mb-6">
          <Notice tone="warn" title={words.text("payoutsClosed")}>
            {problemText(words.lang, say(`payout_${bar}`))}
            {bar === "unverified" && may(seller.role, "store.verification") ? (
              <p className="mt-1">
                <a className="underline underline-offset-2" href={verificationPath}>
                  {words.text("verify")}
                </a>
              </p>
            ) : null}
          </Notice>
        </div>
      ) : null}
      {wallets.map((wallet) => (
        <WalletFigures
          key={wallet.currency}
          wallet={wallet}
          holdMs={world.config.walletHoldMs}
          timeZone={timeZone}
          words={words}
        />
      ))}
      <Accounts destinations={destinations} seller={seller} words={words} />
      <AutomaticPayouts
        schedule={schedule}
        mayChange={may(seller.role, "payout.request") && destinations.length > 0}
        {...{ timeZone, words }}
      />
      <Section
        title={words.text("payouts")}
        aside={
          <a className="underline underline-offset-2" href={payoutsPath}>
            {words.text("allPayouts")}
          </a>
        }
      >
        {payouts.rows.length > 0 ? (
          <ListTable
            caption={words.text("payoutsCaption")}
            columns={payoutColumns}
            rows={payouts.rows}
            keyOf={payoutList.keyOf}
            who={who}
          />
        ) : (
          <EmptyState sentence={words.text("noPayout")} />
        )}
      </Section>
      <div id="statement" className="mt-10">
        <Section
          title={words.text("statementIn", { currency: currencyOf(who, statement.values) })}
          aside={
            <a className="underline underline-offset-2" href={totalsPath}>
              {words.text("totals")}
            </a>
          }
        >
          <div className="pt-4">
            <ListView {...statement} />
          </div>
        </Section>
      </div>
    </SellerPage>
  );
}

function Accounts({
  destinations,
  seller,
  words,
}: {
  destinations: DestinationView[];
  seller: CurrentSeller;
  words: DashboardWords;
}) {
  const isOwner = seller.role === "owner";
  const add = <ButtonLink href={`${accountsPath}/new`}>{words.text("addAnAccount")}</ButtonLink>;
  return (
    <Section title={words.text("accounts")}>
      {destinations.length === 0 ? (
        <EmptyState
          sentence={words.text(isOwner ? "accountsNone" : "accountsNoneOther")}
          action={isOwner ? add : undefined}
        />
      ) : (
        <>
          <ul>
            {destinations.map((destination) => (
              <li
                key={destination.id}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-rule py-2.5"
              >
                <bdi className="min-w-0 wrap-anywhere">{destination.label}</bdi>
                {isOwner ? (
                  <a
                    className="text-label text-ink-2 underline underline-offset-2"
                    href={`${accountsPath}/${destination.id}`}
                  >
                    {words.text("remove")}
                    <span className="sr-only"> {destination.label}</span>
                  </a>
                ) : null}
              </li>
            ))}
          </ul>
          {isOwner ? <div className="mt-4">{add}</div> : null}
        </>
      )}
    </Section>
  );
}

/** When the next payout goes out by itself, how much that will be, and why not, in the wallet. */
function AutomaticPayouts(props: {
  schedule: ScheduleView | null;
  timeZone: string;
  /** Whether this person may change them. */
  mayChange: boolean;
  words: DashboardWords;
}) {
  const { schedule, mayChange, words } = props;
  const set = <ButtonLink href={automaticPath}>{words.text("automaticSetUp")}</ButtonLink>;
  const why = schedule?.waitReason ? problemText(words.lang, say(schedule.waitReason)) : null;
  return (
    <Section title={words.text("automatic")}>
      {schedule?.next ? (
        <div className="grid gap-4 pt-4">
          {why ? (
            <Notice tone="warn" title={words.text("automaticLast")}>
              {why}
            </Notice>
          ) : null}
          <ScheduleFacts {...props} schedule={schedule} next={schedule.next} />
          {mayChange ? (
            <div className="flex flex-wrap gap-2">
              <ButtonLink href={automaticPath}>{words.text("automaticChange")}</ButtonLink>
              <ActionForm to={{ action: stopScheduleAction, fields: {} }}>
                <Button>{words.text("automaticStop")}</Button>
              </ActionForm>
            </div>
          ) : null}
        </div>
      ) : (
        <EmptyState
          sentence={why ? `${words.text("automaticOff")}. ${why}` : words.text("automaticNone")}
          action={mayChange ? set : undefined}
        />
      )}
    </Section>
  );
}

function ScheduleFacts({
  schedule,
  next,
  timeZone,
  words,
}: {
  schedule: ScheduleView;
  next: NonNullable<ScheduleView["next"]>;
  timeZone: string;
  words: DashboardWords;
}) {
  const { currency, minMinor, keepMinor, destinationLabel } = schedule;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const at = <Timestamp key="at" at={next.at} timeZone={timeZone} locale={words.locale} />;
  return (
    <div className="max-w-[40rem]">
      <Facts
        items={[
          { label: words.text("automaticWhen"), value: timesText(schedule, words) },
          { label: words.text("toWhom"), value: <bdi className="wrap-anywhere">{destinationLabel}</bdi> },
          {
            label: words.text("automaticNext"),
            value: next.problem ? (
              <>
                {words.rich("automaticNothing", { at })} {problemText(words.lang, next.problem)}
              </>
            ) : (
              words.rich("automaticExpected", { at, amount: money(next.amountMinor) })
            ),
          },
          ...(minMinor > 0n ? [{ label: words.text("automaticFrom"), value: money(minMinor) }] : []),
          ...(keepMinor > 0n ? [{ label: words.text("automaticKept"), value: money(keepMinor) }] : []),
        ]}
      />
    </div>
  );
}

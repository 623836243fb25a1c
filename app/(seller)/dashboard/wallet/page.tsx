import { ListTable, stamp } from "@/app/_lists/list-view";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { EmptyState, Facts, Notice, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { listAccounts } from "@/lib/services/desk/own-accounts/read";
import { payoutBar } from "@/lib/services/money/out/payouts/quote";
import { type DestinationView, listDestinations, listPayouts } from "@/lib/services/money/out/payouts/read";
import { readSchedule, type ScheduleView } from "@/lib/services/money/out/payouts/schedule";
import { readWallets } from "@/lib/services/money/wallet/read";
import { problemText } from "@/lib/text/problem";
import {
  accountsPath,
  automaticPath,
  ownAccountsPath,
  payoutsPath,
  statementPath,
  verificationPath,
} from "../paths";
import { SellerPage, sellerPage } from "../seller-page";
import { type AtStore, titled } from "../words";
import { stopScheduleAction } from "./actions";
import { WithYou } from "./own/with-you";
import { payoutColumns, timesText, WalletFigures } from "./parts";

export const generateMetadata = titled("wallet");

export default sellerPage("wallet", async (who) => {
  const { seller, world, caller, words } = who;
  const [wallets, destinations, schedule, payouts, own] = await Promise.all([
    readWallets(world, caller),
    listDestinations(world, caller),
    readSchedule(world, caller),
    listPayouts(world, caller, { skip: 0, take: 10 }),
    listAccounts(world, caller),
  ]);
  const bar = payoutBar(seller.store);
  const owes = wallets.some(({ debtMinor }) => debtMinor > 0n);
  return (
    <SellerPage
      {...who}
      title={words.text("wallet")}
      purpose={words.text("walletPurpose")}
      actions={
        <>
          <ButtonLink href={ownAccountsPath}>{words.text("ownAccounts")}</ButtonLink>
          <ButtonLink href={statementPath}>{words.text("statement")}</ButtonLink>
          {seller.role === "owner" && bar === null && !owes && destinations.length > 0 ? (
            <ButtonLink look="primary" href={`${payoutsPath}/new`}>
              {words.text("payOut")}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {bar ? (
        <div className="mb-6">
          <Notice tone="warn" title={words.text("payoutsClosed")}>
            {problemText(words.lang, say(`payout_${bar}`))}
            {bar === "unverified" && may(seller.role, "store.verification") ? (
              <p className="mt-1">
                <TextLink href={verificationPath}>{words.text("verify")}</TextLink>
              </p>
            ) : null}
          </Notice>
        </div>
      ) : null}
      {wallets.map((wallet) => (
        <WalletFigures key={wallet.currency} wallet={wallet} holdMs={world.config.walletHoldMs} who={who} />
      ))}
      <WithYou accounts={own} who={who} />
      <div className="grid gap-10 nav:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 nav:col-start-2">
          <AutomaticPayouts
            schedule={schedule}
            mayChange={may(seller.role, "payout.request") && destinations.length > 0}
            who={who}
          />
          <Accounts destinations={destinations} who={who} />
        </div>
        <div className="min-w-0 nav:col-start-1 nav:row-start-1">
          <Section
            title={words.text("payouts")}
            aside={<TextLink href={payoutsPath}>{words.text("allPayouts")}</TextLink>}
          >
            {payouts.rows.length > 0 ? (
              <ListTable
                caption={words.text("payoutsCaption")}
                columns={payoutColumns}
                rows={payouts.rows}
                keyOf={({ id }) => id}
                who={who}
              />
            ) : (
              <EmptyState sentence={words.text("noPayout")} />
            )}
          </Section>
        </div>
      </div>
    </SellerPage>
  );
});

function Accounts({ who, destinations }: { destinations: DestinationView[]; who: AtStore }) {
  const { seller, words } = who;
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
  who: AtStore;
  /** Whether this person may change them. */
  mayChange: boolean;
}) {
  const { who, schedule, mayChange } = props;
  const { words } = who;
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
              <Press action={stopScheduleAction}>{words.text("automaticStop")}</Press>
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

function ScheduleFacts(props: {
  schedule: ScheduleView;
  next: NonNullable<ScheduleView["next"]>;
  who: AtStore;
}) {
  const { who, schedule, next } = props;
  const { words } = who;
  const { currency, minMinor, keepMinor, destinationLabel } = schedule;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const at = stamp(next.at, who);
  return (
    <div className="max-w-[40rem]">
      <Facts
        items={facts(words, {
          automaticWhen: timesText(schedule, words),
          toWhom: <bdi className="wrap-anywhere">{destinationLabel}</bdi>,
          automaticNext: next.problem ? (
            <>
              {words.rich("automaticNothing", { at })} {problemText(words.lang, next.problem)}
            </>
          ) : (
            words.rich("automaticExpected", { at, amount: money(next.amountMinor) })
          ),
          automaticFrom: minMinor > 0n && money(minMinor),
          automaticKept: keepMinor > 0n && money(keepMinor),
        })}
      />
    </div>
  );
}

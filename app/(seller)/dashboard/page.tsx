import { ButtonLink } from "@/components/ui/button";
import { may, mayRead } from "@/lib/domain/roles";
import { readSetup } from "@/lib/services/catalog/stores/read";
import { readToday, type Today } from "@/lib/services/desk/overview/today";
import { type AccountView, listAccounts } from "@/lib/services/desk/own-accounts/read";
import { payoutBar } from "@/lib/services/money/out/payouts/quote";
import { chosenDays } from "./overview/chosen";
import { Failures, IsDue } from "./overview/due";
import { FirstSteps, NextStep, nextStepOf } from "./overview/first-steps";
import { LatestPayments, NeedsList } from "./overview/parts";
import { SpanPart, SpanTabs, StillCounted } from "./overview/span";
import { CameIn, exampleOf, MoneyWay } from "./overview/today";
import { SellerPage, sellerPage } from "./seller-page";
import { WithYou } from "./wallet/own/with-you";
import { type AtStore, titled } from "./words";

export const generateMetadata = titled("overview");

export default sellerPage("overview", async (who, { search }) => {
  const { seller, world, caller, words } = who;
  const { chosen, isUnread } = chosenDays(search);
  const head = {
    title: words.rich("hello", { name: <bdi>{seller.user.name}</bdi> }),
    purpose: todayText(who),
  };
  if (chosen !== null)
    return (
      <SellerPage {...who} {...head}>
        <SpanTabs {...{ chosen, words }} />
        <SpanPart {...{ who, chosen, isUnread }} />
      </SellerPage>
    );
  const [today, setup, own] = await Promise.all([
    readToday(world, caller),
    readSetup(world, caller),
    mayRead(seller.role, "money") ? listAccounts(world, caller) : [],
  ]);
  const mayPayOut = may(seller.role, "payout.request") && payoutBar(seller.store) !== "suspended";
  const hasReady = today.money.some(({ availableMinor }) => availableMinor > 0n);
  return (
    <SellerPage
      {...who}
      {...head}
      actions={
        hasReady && mayPayOut ? (
          <ButtonLink href="/dashboard/wallet/payouts/new">{words.text("payOut")}</ButtonLink>
        ) : null
      }
    >
      {today.isNew ? (
        <NewStore {...{ who, today, setup }} />
      ) : (
        <>
          <SpanTabs {...{ chosen, words }} />
          <RunningStore {...{ who, today, setup, own }} />
        </>
      )}
    </SellerPage>
  );
});

interface Parts {
  who: AtStore;
  today: Today;
  setup: Awaited<ReturnType<typeof readSetup>>;
}

/** One thing to do, large; then what will stand here once it is done. */
function NewStore({ who, today, setup }: Parts) {
  const { words } = who;
  const next = nextStepOf(setup, who);
  return (
    <>
      {next ? (
        <NextStep step={next} words={words} />
      ) : (
        <p className="py-6">
          <ButtonLink look="primary" href="/dashboard/links/new">
            {words.text("newLink")}
          </ButtonLink>
        </p>
      )}
      {today.needs.length > 0 ? <NeedsList needs={today.needs} who={who} /> : null}
      <figure className="mt-10 border border-dashed border-field p-4">
        <figcaption className="mb-4 text-label text-ink-2">{words.text("exampleDay")}</figcaption>
        <div aria-hidden="true" inert className="opacity-60">
          <CameIn isExample who={who} today={exampleOf(today, who.seller.store.currency)} />
        </div>
      </figure>
      <FirstSteps setup={setup} who={who} />
    </>
  );
}

/** Three columns where there is room, else two; on a phone one, and what needs the seller is first. */
function RunningStore({ who, today, setup, own }: Parts & { own: AccountView[] }) {
  return (
    <>
      <StillCounted overview={today} words={who.words} />
      <div className="grid gap-10 nav:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[90rem]:grid-cols-3">
        <div className="min-w-0 nav:col-start-2 min-[90rem]:col-start-3">
          <NeedsList needs={today.needs} who={who} next={nextStepOf(setup, who)} />
        </div>
        <div className="min-w-0 nav:col-start-1 nav:row-start-1 min-[90rem]:col-span-2">
          <CameIn who={who} today={today} />
        </div>
        <div className="min-w-0 empty:hidden nav:col-span-full">
          <WithYou accounts={own} who={who} />
          {who.world.config.wallets ? <MoneyWay who={who} today={today} /> : null}
        </div>
        <div className="min-w-0 empty:hidden nav:col-start-2">
          <IsDue who={who} today={today} />
        </div>
        <div className="min-w-0 empty:hidden nav:col-start-2 min-[90rem]:col-start-3 min-[90rem]:row-start-3">
          <Failures who={who} today={today} />
        </div>
        <div className="min-w-0 nav:col-start-1 nav:row-span-2 nav:row-start-3">
          <LatestPayments orders={today.latest} who={who} />
        </div>
      </div>
      <FirstSteps setup={setup} who={who} />
    </>
  );
}

function todayText({ seller, now, words }: AtStore): string {
  const { timeZone } = seller.store;
  const format = new Intl.DateTimeFormat(words.locale, {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  const day = format.format(now);
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}.`;
}

import { FieldForm } from "@/app/_forms/field-form";
import { addressOf } from "@/app/_lists/filters";
import { Pages } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { StoreForm } from "@/components/dashboard/store-form";
import { type TestStep, TestSubscriptionRow } from "@/components/dashboard/test-subscription-row";
import { EmptyState, PageHeader, Section } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { may } from "@/lib/domain/roles";
import {
  accessEndsAt,
  canRenewAt,
  hasAccess,
  type SubscriptionFacts,
  statusAt,
} from "@/lib/domain/subscription";
import { isInTrial } from "@/lib/domain/trial";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import { readSetup, type Setup } from "@/lib/services/catalog/stores/read";
import { manageUrl } from "@/lib/services/core/manage-token";
import { listTestSources, testOutcomes } from "@/lib/services/hooks/events/send-test-payment";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titled } from "../../words";
import { developerGate, GatePage } from "../developer-page";
import { deleteTestDataAction, moveAction, payAction, returnUrlAction } from "./actions";
import { GoLive } from "./go-live";

const perPage = 25;

/** Every test subscription with its four buttons (spec, Test mode behaviour). */
async function TestSubscriptions({ who, page }: { who: AtStore; page: number }) {
  const { seller, words, timeZone, now, world } = who;
  const { rows, total } = await listSubscriptions(
    world,
    seller.caller(false),
    { trials: "too" },
    {
      skip: (page - 1) * perPage,
      take: perPage,
    },
  );
  return (
    <Section title={words.text("testSubscriptions")} aside={words.text("inAll", { count: String(total) })}>
      {rows.length === 0 ? (
        <EmptyState sentence={words.text("noTestSubscription")} />
      ) : (
        <ul>
          {rows.map((row) => (
            <TestSubscriptionRow
              key={row.id}
              id={row.id}
              who={row.ref ?? row.customer.email ?? words.text("noRef")}
              planName={row.product.name}
              status={statusAt(row, now)}
              isInTrial={isInTrial(row, now)}
              hasAccess={hasAccess(row, now)}
              accessEndsAt={accessEndsAt(row)}
              timeZone={timeZone}
              words={words}
              manageUrl={manageUrl(world, row)}
              target={{ action: moveAction, fields: { id: row.id, page: String(page) } }}
              blocked={
                may(seller.role, "test_mode.change") ? blockedSteps(row, now, words) : notTheirs(words)
              }
            />
          ))}
        </ul>
      )}
      <Pages
        {...{ words, page, perPage, total }}
        hrefOf={(other) => addressOf("/dashboard/developers/test-mode", {}, other)}
      />
    </Section>
  );
}

function notTheirs(words: DashboardWords): Record<TestStep, string> {
  const notYours = words.text("roleLooks");
  return {
    renew: notYours,
    end_period: notYours,
    end_grace: notYours,
    end_trial: notYours,
    cancel: notYours,
    fail_renewal: notYours,
  };
}

/** Why a step would be refused now, as the words under its button. */
function blockedSteps(
  sub: SubscriptionFacts,
  now: Date,
  words: DashboardWords,
): Partial<Record<TestStep, string>> {
  const status = statusAt(sub, now);
  return {
    ...(canRenewAt(sub, now) ? {} : { renew: words.text("stepPaidAhead") }),
    ...(status === "active" ? {} : { end_period: words.text("stepOnlyActive") }),
    ...(status === "past_due" ? {} : { end_grace: words.text("stepOnlyGrace") }),
    ...(isInTrial(sub, now) ? {} : { end_trial: words.text("stepOnlyTrial") }),
    ...(status === "active" || status === "past_due" ? {} : { cancel: words.text("stepOnlyOpen") }),
  };
}

export const generateMetadata = titled("testModeSection");

export default sellerPage("testMode", async (who, { search }) => {
  const { seller } = who;
  const page = String(search.page ?? "1");
  const gate = developerGate(seller);
  return (
    <SellerPage {...who} test={{}}>
      {gate ? (
        <GatePage gate={gate} who={who} />
      ) : (
        <TestMode
          who={who}
          what={String(search.what ?? "")}
          page={/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1}
        />
      )}
    </SellerPage>
  );
});

async function TestMode({ who, page, what }: { who: AtStore; page: number; what: string }) {
  const { seller, words, world, caller } = who;
  const setup = await readSetup(world, caller);
  return (
    <>
      <PageHeader
        title={words.text("testModeSection")}
        purpose={
          <>
            {words.text("testModePurpose")} <TextLink href="/docs#test-mode">{words.text("docs")}</TextLink>
          </>
        }
        actions={
          setup.hasTestKey && setup.testPageUrl ? (
            <ButtonLink look="primary" href={setup.testPageUrl}>
              {words.text("testPageGo")}
            </ButtonLink>
          ) : null
        }
      />
      {setup.hasTestKey ? (
        <>
          <TestSubscriptions who={who} page={page} />
          <TestPayments who={who} what={what} />
        </>
      ) : (
        <TestModeOff who={who} />
      )}
      <Allowed seller={seller} act="store.return_url">
        <ReturnUrl who={who} />
      </Allowed>
      <GoLive setup={setup} words={words} />
      {setup.hasTestKey ? (
        <Allowed seller={seller} act="test_mode.change">
          <DeleteTestData setup={setup} words={words} />
        </Allowed>
      ) : null}
    </>
  );
}

function TestModeOff({ who }: { who: AtStore }) {
  const { seller, words } = who;
  if (!may(seller.role, "key.change"))
    return <EmptyState sentence={`${words.text("testModeOff")} ${words.text("keysAsk")}`} />;
  return (
    <EmptyState
      sentence={words.text("testModeOff")}
      action={
        <ButtonLink look="primary" href="/dashboard/developers/keys/new?mode=test">
          {words.text("createTestKey")}
        </ButtonLink>
      }
    />
  );
}

function ReturnUrl({ who }: { who: AtStore }) {
  const { seller, words } = who;
  return (
    <Section title={words.text("returnUrl")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("returnUrlMeans")}</p>
      <FieldForm
        action={returnUrlAction}
        submit={words.text("save")}
        look="secondary"
        fields={[
          {
            kind: "text",
            name: "returnUrl",
            label: words.text("returnUrlLabel"),
            type: "url",
            inputMode: "url",
            value: seller.store.returnUrl ?? "",
            placeholder: "https://app.example.com/welcome",
            help: words.text("returnUrlHint"),
          },
        ]}
      />
    </Section>
  );
}

function DeleteTestData({ setup, words }: { setup: Setup; words: DashboardWords }) {
  return (
    <Section title={words.text("deleteTestData")}>
      <p className="max-w-[68ch] py-4 text-ink-2">
        {words.text(setup.hasTestSubscription ? "deleteTestDataMeans" : "noTestData")}
      </p>
      <FieldForm
        action={deleteTestDataAction}
        submit={words.text("deleteTestData")}
        look="danger"
        fields={[
          {
            kind: "text",
            name: "confirmation",
            label: words.text("deleteTestDataConfirm", { words: words.text("deleteTestDataWords") }),
          },
        ]}
      />
    </Section>
  );
}

/** Payments of products, links and invoices: what each outcome would send, without money and without an order. */
async function TestPayments({ who, what }: { who: AtStore; what: string }) {
  const { seller, words, world } = who;
  const sources = await listTestSources(world, seller.caller(false));
  const options = sources.map(({ kind, id, name }) => ({
    value: `${kind}:${id}`,
    label: words.text(`testSource_${kind}`, { name }),
  }));
  return (
    <Section title={words.text("testPayments")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("testPaymentsMean")}</p>
      {options.length === 0 ? (
        <EmptyState sentence={words.text("noTestSource")} />
      ) : (
        <StoreForm action={payAction} className="grid max-w-xl gap-4">
          <Select
            name="what"
            label={words.text("testPaymentFor")}
            options={options}
            defaultValue={options.some(({ value }) => value === what) ? what : undefined}
          />
          <Outcomes isAllowed={may(seller.role, "test_mode.change")} words={words} />
        </StoreForm>
      )}
    </Section>
  );
}

function Outcomes({ isAllowed, words }: { isAllowed: boolean; words: DashboardWords }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        {testOutcomes.map((outcome) => (
          <Button key={outcome} name="outcome" value={outcome} disabled={!isAllowed}>
            {words.text(`testOutcome_${outcome}`)}
          </Button>
        ))}
      </div>
      {isAllowed ? null : <p className="text-note text-ink-2">{words.text("roleLooks")}</p>}
    </>
  );
}

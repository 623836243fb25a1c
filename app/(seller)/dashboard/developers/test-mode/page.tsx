import { FieldForm } from "@/app/_forms/field-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader, Section } from "@/components/ui/page-header";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import { readSetup, type Setup } from "@/lib/services/catalog/stores/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../allowed";
import { onlyReaders } from "../../only-readers";
import { SellerPage } from "../../seller-page";
import { problemTitles, titled, wordsFor } from "../../words";
import { developerGate, GatePage } from "../gate";
import { deleteTestDataAction, returnUrlAction } from "./actions";
import { GoLive } from "./go-live";
import { TestPayments } from "./test-payments";
import { TestSubscriptions } from "./test-subscriptions";

export const generateMetadata = titled("testModeSection");

export default onlyReaders("testMode", TestModePage);

async function TestModePage({ searchParams }: { searchParams: Promise<{ page?: string; what?: string }> }) {
  const seller = await currentSeller();
  const { page = "1", what = "" } = await searchParams;
  const gate = developerGate(seller);
  return (
    <SellerPage seller={seller} section="testMode" test={{}}>
      {gate ? (
        <GatePage gate={gate} seller={seller} />
      ) : (
        <TestMode seller={seller} what={String(what)} page={/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1} />
      )}
    </SellerPage>
  );
}

async function TestMode({ seller, page, what }: { seller: CurrentSeller; page: number; what: string }) {
  const words = wordsFor(seller);
  const setup = await readSetup(systemWorld(), seller.caller(true));
  return (
    <>
      <PageHeader
        title={words.text("testModeSection")}
        purpose={
          <>
            {words.text("testModePurpose")}{" "}
            <a className="underline underline-offset-2" href="/docs#test-mode">
              {words.text("docs")}
            </a>
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
          <TestSubscriptions seller={seller} page={page} />
          <TestPayments seller={seller} what={what} />
        </>
      ) : (
        <TestModeOff seller={seller} words={words} />
      )}
      <Allowed seller={seller} act="store.return_url">
        <ReturnUrl seller={seller} words={words} />
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

function TestModeOff({ seller, words }: { seller: CurrentSeller; words: DashboardWords }) {
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

function ReturnUrl({ seller, words }: { seller: CurrentSeller; words: DashboardWords }) {
  return (
    <Section title={words.text("returnUrl")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("returnUrlMeans")}</p>
      <FieldForm
        action={returnUrlAction}
        titles={problemTitles(words)}
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
        titles={problemTitles(words)}
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

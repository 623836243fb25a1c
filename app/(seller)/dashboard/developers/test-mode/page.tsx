import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader, Section } from "@/components/ui/page-header";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { readSetup, type Setup } from "@/lib/services/stores/read-setup";
import { systemWorld } from "@/lib/services/system-world";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { developerGate, GatePage } from "../gate";
import { deleteTestDataAction, returnUrlAction } from "./actions";
import { GoLive } from "./go-live";
import { TestSubscriptions } from "./test-subscriptions";

export const metadata: Metadata = { title: "Test mode" };

export default async function TestModePage({ searchParams }: { searchParams: Promise<{ page?: string }> }) {
  const seller = await currentSeller();
  const { page = "1" } = await searchParams;
  const gate = developerGate(seller);
  return (
    <SellerPage seller={seller} section="testMode" test={{}}>
      {gate ? (
        <GatePage gate={gate} seller={seller} />
      ) : (
        <TestMode seller={seller} page={/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1} />
      )}
    </SellerPage>
  );
}

async function TestMode({ seller, page }: { seller: CurrentSeller; page: number }) {
  const setup = await readSetup(systemWorld(), seller.caller(true));
  return (
    <>
      <PageHeader
        title="Test mode"
        purpose="Start subscriptions without money and move them through their life. Each step runs the live code and sends its event to your test endpoints."
        actions={
          setup.hasTestKey && setup.testPageUrl ? (
            <ButtonLink look="primary" href={setup.testPageUrl}>
              Open test page
            </ButtonLink>
          ) : null
        }
      />
      {setup.hasTestKey ? <TestSubscriptions seller={seller} page={page} /> : <TestModeOff />}
      <Allowed seller={seller} act="store.return_url">
        <ReturnUrl seller={seller} />
      </Allowed>
      <GoLive setup={setup} />
      {setup.hasTestKey ? (
        <Allowed seller={seller} act="test_mode.change">
          <DeleteTestData setup={setup} />
        </Allowed>
      ) : null}
    </>
  );
}

function TestModeOff() {
  return (
    <EmptyState
      sentence="Test mode is off for this store. It starts with the first test key."
      action={
        <ButtonLink look="primary" href="/dashboard/developers/keys/new?mode=test">
          Create a test key
        </ButtonLink>
      }
    />
  );
}

function ReturnUrl({ seller }: { seller: CurrentSeller }) {
  return (
    <Section title="Return URL">
      <p className="max-w-[68ch] py-4 text-ink-2">
        Where people land after paying, in test mode and live. Without one they land on their subscription’s
        page.
      </p>
      <FieldForm
        action={returnUrlAction}
        submit="Save"
        look="secondary"
        fields={[
          {
            kind: "text",
            name: "returnUrl",
            label: "Address of your app",
            type: "url",
            inputMode: "url",
            value: seller.store.returnUrl ?? "",
            placeholder: "https://app.example.com/welcome",
            help: "It is a hint to the person; the event is the truth.",
          },
        ]}
      />
    </Section>
  );
}

function DeleteTestData({ setup }: { setup: Setup }) {
  return (
    <Section title="Delete test data">
      <p className="max-w-[68ch] py-4 text-ink-2">
        {setup.hasTestSubscription
          ? "Every test subscription of this store and every test event is removed. Keys, endpoints and live data stay."
          : "There is no test subscription to delete. Test events are removed too."}
      </p>
      <FieldForm
        action={deleteTestDataAction}
        submit="Delete test data"
        look="danger"
        fields={[{ kind: "text", name: "confirmation", label: "To confirm, type: delete test data" }]}
      />
    </Section>
  );
}

import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StoreForm } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/field";
import { Section } from "@/components/ui/page-header";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listTestSources } from "@/lib/services/hooks/events/list-test-sources";
import { testOutcomes } from "@/lib/services/hooks/events/send-test-payment";
import { wordsFor } from "../../words";
import { payAction } from "./actions";

/** Payments of products, links and invoices: what each outcome would send, without money and without an order. */
export async function TestPayments({ seller, what }: { seller: CurrentSeller; what: string }) {
  const words = wordsFor(seller);
  const sources = await listTestSources(systemWorld(), seller.caller(false));
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

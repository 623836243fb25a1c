import { found } from "@/app/service-name";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { Disclosure, type FactItem, Facts, Section, StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { rowIdOf } from "@/lib/domain/token";
import { type RecurringRow, readRecurring } from "@/lib/services/billing/recurring/recurring";
import { systemWorld } from "@/lib/services/desk/system-world";
import { invoicePath } from "../../../paths";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { changeRecurringAction } from "../../actions";
import { BesidePaper, PlannedPaper } from "../../paper";
import { dayText, invoiceMark, recurringTones, stateOf, withKept } from "../../words";

export const generateMetadata = titled("recurring");

type Found = Awaited<ReturnType<typeof readRecurring>>;

export default sellerPage("invoices", async (who, { id }) => {
  const { seller, world, caller, words } = who;
  const { row, invoices } = await found(readRecurring(world, caller, rowIdOf(id)));
  const state = stateOf(row);
  return (
    <SellerPage
      {...who}
      here={row.customerName}
      title={row.customerName}
      purpose={<StatusMark tone={recurringTones[state]} word={words.text(`recurring_${state}`)} />}
    >
      <BesidePaper
        paper={
          <>
            <PlannedPaper planned={row} title={words.text("invoice")} facts={[]} words={words} />
            <Made invoices={invoices} words={words} />
          </>
        }
      >
        <Facts items={factsOf(row, words)} />
        <Allowed seller={seller} act="invoice.change">
          {state === "ended" ? null : <Buttons row={row} words={words} />}
        </Allowed>
      </BesidePaper>
    </SellerPage>
  );
});

function factsOf(row: RecurringRow, words: DashboardWords): FactItem[] {
  const channels = row.channels.map((name) => words.text(name === "email" ? "channel_email" : "channel_sms"));
  return facts(words, {
    total: formatMoney({ minor: row.totalMinor, currency: row.currency }, words.lang),
    recurringEvery: words.text(`every_${row.interval}`),
    recurringNext: row.nextOn && !row.pausedAt && dayText(row.nextOn, words),
    recurringStarts: dayText(row.startsOn, words),
    recurringEnds: row.endsOn && dayText(row.endsOn, words),
    recurringTimes: row.times?.toString(),
    recurringMade: String(row.madeCount),
    recurringSendBy: channels.join(", ") || words.text("none"),
    dueDays: row.dueDays?.toString(),
  });
}

function Buttons({ row, words }: { row: RecurringRow; words: DashboardWords }) {
  const id = String(row.id);
  const change = row.pausedAt ? "resume" : "pause";
  return (
    <div className="grid gap-4 pt-4">
      <Press action={changeRecurringAction} fields={{ id, change }}>
        {words.text(change)}
      </Press>
      <Disclosure summary={words.text("recurringEnd")}>
        <ActionForm
          to={{ action: changeRecurringAction, fields: { id, change: "end" } }}
          className="grid max-w-[30rem] gap-2"
        >
          <p>{words.text("recurringEndMeans")}</p>
          <div>
            <Button look="danger">{words.text("recurringEnd")}</Button>
          </div>
        </ActionForm>
      </Disclosure>
    </div>
  );
}

async function Made({ invoices, words }: { invoices: Found["invoices"]; words: DashboardWords }) {
  const now = systemWorld().clock.now();
  return (
    <Section title={words.text("recurringInvoices")}>
      <p className="max-w-[68ch] py-4 text-ink-2">
        {invoices.length === 0 ? words.text("recurringNoInvoices") : words.text("recurringOutage")}
      </p>
      <ul>
        {(await withKept("invoice", invoices)).map((invoice) => (
          <li key={invoice.id} className="flex flex-wrap gap-x-4 border-b border-rule py-2">
            <TextLink href={invoicePath(invoice.id)}>{invoice.number}</TextLink>
            <span className="text-ink-2">
              {invoice.recurringOn ? dayText(invoice.recurringOn, words) : ""}
            </span>
            <StatusMark {...invoiceMark(invoice, now, words)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

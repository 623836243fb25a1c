import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section, Timestamp } from "@/components/ui/blocks";
import { done } from "@/lib/auth/sealed-cookie";
import { invoiceNumber } from "@/lib/domain/invoice";
import {
  changeNumbering,
  type NumberingPage,
  readNumbering,
} from "@/lib/services/billing/invoices/numbering";
import { systemWorld } from "@/lib/services/desk/system-world";
import { actPage, inSection } from "../../act-page";
import { numberingPath } from "../../paths";
import { wordsFor } from "../../words";

/** How invoices are numbered from now on. `changeNumbering` says what is wrong with the fields. */
const numbering = actPage({
  on: inSection("settings", (seller) => readNumbering(systemWorld(), seller.caller(true))),
  may: "store.settings",
  title: "numbering",
  purpose: ({ words }) => words.text("numberingPurpose"),
  go: "save",
  fields: {
    prefix: { kind: "text", label: "numberPrefix", help: "numberPrefixHelp" },
    next: { kind: "text", label: "numberNext", help: "numberNextHelp" },
  },
  held: ({ row: { now } }) => ({ prefix: now.prefix, next: String(now.next).padStart(now.digits, "0") }),
  above: ({ row, words }) => (
    <p className="mb-6">{words.text("numberingSaved", { number: invoiceNumber(row.now) })}</p>
  ),
  below: ({ row, seller, words }) => (
    <Gaps changes={row.changes} timeZone={seller.store.timeZone} words={words} />
  ),
  run: async (seller, { typed }, world) => {
    const caller = seller.caller(true);
    await changeNumbering(world, caller, typed);
    const number = invoiceNumber((await readNumbering(world, caller)).now);
    return done(numberingPath, wordsFor(seller).text("numberingSaved", { number }));
  },
});

function Gaps(props: Pick<NumberingPage, "changes"> & { timeZone: string; words: DashboardWords }) {
  const { changes, timeZone, words } = props;
  return (
    <Section title={words.text("numberingGaps")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("numberingGapsMean")}</p>
      {changes.length === 0 ? <p>{words.text("numberingNoChange")}</p> : null}
      <ul className="grid gap-2">
        {changes.map(({ at, by, before, after }) => (
          <li key={after}>
            {words.rich("numberingChange", {
              at: <Timestamp at={at} timeZone={timeZone} locale={words.locale} />,
              by: <bdi>{by}</bdi>,
              ...{ before, after },
            })}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export const generateMetadata = numbering.metadata;
export default numbering.page(async (previous, form) => {
  "use server";
  return numbering.send(previous, form);
});

import { fieldSpecs } from "@/app/_forms/fields";
import { carriedNumber, period, spanOf } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment, RowLink } from "@/app/_lists/list-view";
import { Notice, Section, StatusMark } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import { composeUuid } from "@/lib/domain/token";
import {
  type CorrectionLine,
  hasSecondOperator,
  listCorrections,
} from "@/lib/services/desk/operator/corrections/read";
import { DeskForm } from "../act-page";
import { proposeCorrectionAction } from "../actions";
import { type AtDesk, correctionsPath, titledForOperator } from "../desk";
import { operatorListPage } from "../operator-page";
import { accountWord, correctionFields, correctionTones } from "./correction-fields";

const columns: Column<CorrectionLine>[] = [
  {
    label: "amount",
    cell: ({ id, amountMinor, currency }, { words }) => (
      <RowLink href={`${correctionsPath}/${id}`}>
        {formatMoney({ minor: amountMinor, currency }, words.lang)}
      </RowLink>
    ),
  },
  {
    label: "endpointState",
    cell: ({ state }, { words }) => (
      <StatusMark tone={correctionTones[state]} word={words.text(`correction_${state}`)} />
    ),
  },
  { label: "correctionFrom", onPhone: true, cell: ({ from }, { words }) => accountWord(from, words) },
  { label: "correctionTo", onPhone: true, cell: ({ to }, { words }) => accountWord(to, words) },
  { label: "store", cell: ({ store }, { words }) => <bdi>{store?.name ?? words.text("none")}</bdi> },
  { label: "correctionProposedAt", cell: ({ proposedAt }, reading) => moment(proposedAt, reading) },
];

export const generateMetadata = titledForOperator("opsCorrections");

export default operatorListPage("corrections", {
  path: correctionsPath,
  // The store of the correction, when its page links here.
  filters: { store: carriedNumber, ...period },
  read: (who, values, page) => listCorrections(who.world, who.operator, spanOf(who, values), page),
  head: ({ words }) => ({ title: words.text("opsCorrections"), purpose: words.text("correctionsPurpose") }),
  caption: "opsCorrections",
  columns,
  empty: { none: ({ words }) => ({ sentence: words.text("noCorrections") }) },
  below: (who, { store }) => <Propose who={who} store={store} />,
});

const secondOperator = 'npm run operator -- create name@example.com "Their name"';

async function Propose({ who, store }: { who: AtDesk; store: string }) {
  const { world, operator, words } = who;
  return (
    <Section title={words.text("correctionPropose")}>
      <div className="pt-4">
        {(await hasSecondOperator(world, operator)) ? (
          <DeskForm
            action={proposeCorrectionAction}
            hidden={{ id: composeUuid(world.random.bytes(16)) }}
            fields={fieldSpecs(correctionFields, { words }, { to: "fee_income", currency: "KES", store })}
            words={words}
            submit={words.text("correctionProposeDo")}
          />
        ) : (
          <Notice tone="info" title={words.text("correctionAlone")}>
            {words.text("correctionAlone_what", { command: secondOperator })}
          </Notice>
        )}
      </div>
    </Section>
  );
}

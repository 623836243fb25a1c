import type { Search } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import { TemplateList } from "@/app/_lists/templates";
import { copyLabels } from "@/app/(seller)/dashboard/words";
import { EmptyState, PageHeader, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { formatMoney } from "@/lib/domain/money";
import { readWhatsapp, type WhatsappCost } from "@/lib/services/desk/operator/whatsapp";
import { type AtDesk, titledForOperator } from "../desk";
import { operatorPage, StoreLink } from "../operator-page";

const costColumns: Column<WhatsappCost, AtDesk>[] = [
  {
    label: "store",
    cell: ({ store }, { words }) => (store ? <StoreLink store={store} /> : words.text("whatsappAll")),
  },
  { label: "whatsappMessages", align: "end", onPhone: true, cell: ({ messages }) => messages },
  { label: "whatsappBilled", align: "end", onPhone: true, cell: ({ billed }) => billed },
  {
    label: "amount",
    align: "end",
    cell: ({ cost, billed }, { words }) =>
      cost ? formatMoney(cost, words.lang) : billed > 0 ? words.text("whatsappNoPrice") : "",
  },
];

export const generateMetadata = titledForOperator("opsWhatsapp");

/** The installation's number, what it costs, and the templates that the operator submits to its provider. */
export default operatorPage("whatsapp", async (who, { searchParams }: { searchParams: Promise<Search> }) => {
  const { world, operator, words } = who;
  const { number, costs } = await readWhatsapp(world, operator);
  return (
    <>
      <PageHeader
        title={words.text("opsWhatsapp")}
        purpose={number ? words.text("whatsappPurpose", number) : words.text("whatsappNone")}
        actions={
          <ButtonLink href="/ops/whatsapp/templates" download>
            {words.text("whatsappFile")}
          </ButtonLink>
        }
      />
      {number?.isSandbox ? <p className="pt-4 text-ink-2">{words.text("whatsappSandbox")}</p> : null}
      {number && !number.isSandbox ? (
        <div className="max-w-[44rem] pt-4">
          <CopyField
            label={words.text("whatsappAddress")}
            value={number.webhookUrl}
            labels={copyLabels(words)}
          />
        </div>
      ) : null}
      <Section title={words.text("whatsappCost")}>
        {costs.length === 0 ? (
          <EmptyState sentence={words.text("whatsappNoCost")} />
        ) : (
          <ListTable
            caption={words.text("whatsappCost")}
            columns={costColumns}
            rows={costs}
            keyOf={({ store, cost }) => `${store?.id ?? "all"} ${cost?.currency ?? ""}`}
            who={who}
          />
        )}
      </Section>
      <Section title={words.text("whatsappTemplates")}>
        <TemplateList {...{ who, path: "/ops/whatsapp" }} asked={(await searchParams).in} />
      </Section>
    </>
  );
});

import type { Search } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import { copyLabels } from "@/app/(seller)/dashboard/words";
import { EmptyState, PageHeader, Section, Tabs } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/copy-button";
import { CopyField } from "@/components/ui/copy-field";
import { languageCodes, languages } from "@/lib/domain/languages";
import { formatMoney } from "@/lib/domain/money";
import { readWhatsapp, type WhatsappCost } from "@/lib/services/desk/operator/whatsapp";
import type { Template } from "@/lib/services/notify/whatsapp/templates";
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

const templateColumns: Column<Template, AtDesk>[] = [
  {
    label: "whatsappName",
    cell: ({ name, language }) => (
      <>
        <Code>{name}</Code> {language}
      </>
    ),
  },
  {
    label: "whatsappBody",
    cell: ({ body, lang }) => (
      <bdi lang={lang} className="whitespace-pre-line">
        {body}
      </bdi>
    ),
  },
  { label: "whatsappValues", onPhone: true, cell: ({ slots }) => slots.join(", ") },
  { label: "whatsappButtons", onPhone: true, cell: ({ buttons }) => buttons.join(", ") },
];

export const generateMetadata = titledForOperator("opsWhatsapp");

/** The installation's number, what it costs, and the templates that the operator submits to its provider. */
export default operatorPage("whatsapp", async (who, { searchParams }: { searchParams: Promise<Search> }) => {
  const { world, operator, words } = who;
  const { number, costs, templates } = await readWhatsapp(world, operator);
  const asked = (await searchParams).in;
  const lang = languageCodes.find((code) => code === asked) ?? words.lang;
  return (
    <>
      <PageHeader
        title={words.text("opsWhatsapp")}
        purpose={
          number
            ? words.text("whatsappPurpose", { minutes: number.fallBackMinutes })
            : words.text("whatsappNone")
        }
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
        <p className="max-w-[68ch] py-4 text-ink-2">{words.text("whatsappTemplatesText")}</p>
        <Tabs
          label={words.text("whatsappTemplates")}
          items={languageCodes.map((code) => ({
            href: `/ops/whatsapp?in=${code}`,
            label: languages[code].name,
            current: code === lang,
          }))}
        />
        <ListTable
          caption={words.text("whatsappTemplates")}
          columns={templateColumns}
          rows={templates.filter((template) => template.lang === lang)}
          keyOf={({ name }) => name}
          who={who}
        />
      </Section>
    </>
  );
});

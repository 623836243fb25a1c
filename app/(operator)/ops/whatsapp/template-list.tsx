import type { Column, Reading } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import { Tabs } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import { languageCodes, languages } from "@/lib/domain/languages";
import type { Template } from "@/lib/services/notify/whatsapp/templates";

const columns: Column<Template, Reading>[] = [
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

/** The templates to submit, in the language that was asked for. `path`: of the page that shows them. */
export function TemplateList(props: {
  who: Reading;
  path: string;
  templates: readonly Template[];
  asked: unknown;
}) {
  const { who, path, templates, asked } = props;
  const { words } = who;
  const lang = languageCodes.find((code) => code === asked) ?? words.lang;
  return (
    <>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("whatsappTemplatesText")}</p>
      <Tabs
        label={words.text("whatsappTemplates")}
        items={languageCodes.map((code) => ({
          href: `${path}?in=${code}`,
          label: languages[code].name,
          current: code === lang,
        }))}
      />
      <ListTable
        caption={words.text("whatsappTemplates")}
        columns={columns}
        rows={templates.filter((template) => template.lang === lang)}
        keyOf={({ name }) => name}
        who={who}
      />
    </>
  );
}

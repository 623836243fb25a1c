import { Tabs } from "@/components/ui/blocks";
import { Code } from "@/components/ui/copy-button";
import { languageCodes, languages } from "@/lib/domain/languages";
import { systemWorld } from "@/lib/services/desk/system-world";
import { allTemplates, submitted, type Template } from "@/lib/services/notify/whatsapp/templates";
import type { Column, Reading } from "./list";
import { ListTable } from "./list-view";

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

const templates = () => allTemplates(systemWorld().config.serviceName);

/** The templates to submit, in the language that was asked for. `path`: of the page that shows them. */
export function TemplateList({ who, path, asked }: { who: Reading; path: string; asked: unknown }) {
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
        rows={templates().filter((template) => template.lang === lang)}
        keyOf={({ name }) => name}
        who={who}
      />
    </>
  );
}

/** All of them as a file, as the provider's API takes them. */
export function templatesFile(): Response {
  return new Response(JSON.stringify(templates().map(submitted), null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="whatsapp-templates.json"',
      "Cache-Control": "no-store",
    },
  });
}

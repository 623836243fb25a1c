import { z } from "zod";
import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import { Section } from "@/components/ui/blocks";
import { CodeBlock } from "@/components/ui/copy-button";
import { formOf, takeFileOf, textOf } from "@/lib/auth/form-fields";
import type { FormState } from "@/lib/auth/form-state";
import { sellerForm, textField } from "@/lib/auth/guarded-action";
import { Invalid, say } from "@/lib/domain/refusal";
import { importCustomers, planImport } from "@/lib/services/people/customers/import";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { titled, wordsFor } from "../../words";
import { ImportForm } from "./import-form";
import { type ImportReport, reportOf } from "./report";

export const generateMetadata = titled("importCustomers");

const example = `name,email,phone,company,city
Amina Okello,amina@example.com,0772 123456,Okello Traders,Kampala
Ben Odhiambo,,0772 654321,,`;

const fields = {
  file: { kind: "file", accept: ".csv,.tsv,.txt,text/csv", label: "importFile", help: "importFileHelp" },
  csv: { kind: "area", label: "importPaste" },
} satisfies Fields;

export default sellerPage("customers", async (who) => {
  const { seller, words } = who;
  return (
    <SellerPage
      {...who}
      here={words.text("importThem")}
      title={words.text("importCustomers")}
      purpose={words.text("importPurpose")}
    >
      <Allowed seller={seller} act="customer.change" aloud>
        <ImportForm
          action={send}
          fields={fieldSpecs(fields, { words })}
          texts={{
            ...{ look: words.text("importLook"), other: words.text("importOther") },
            ...{ another: words.text("importAnother"), see: words.text("importSee") },
            ...{ will: words.text("importWill"), did: words.text("importDid") },
            ...{ caption: words.text("importCaption"), name: words.text("customerName") },
            ...{ line: words.text("importLine"), contacts: words.text("contacts") },
          }}
        />
      </Allowed>
      <Section title={words.text("importFormat")}>
        <div className="grid gap-3 pt-4">
          <p className="max-w-[68ch] text-ink-2">{words.text("importFormatHelp")}</p>
          <CodeBlock label={words.text("importExample")}>{example}</CodeBlock>
        </div>
      </Section>
    </SellerPage>
  );
});

const File = z.object({ csv: textField, go: z.string().optional() });

/** First checks the chosen or pasted file, and writes nothing; then, with `go`, does what was shown. */
async function send(previous: FormState<ImportReport>, sent: FormData): Promise<FormState<ImportReport>> {
  "use server";
  const form = formOf(sent);
  const chosen = takeFileOf(form, "file");
  if (chosen) form.set("csv", await textOf(chosen));
  return sellerForm<typeof File, ImportReport>(File, async (seller, { csv, go }, world) => {
    if (csv.trim() === "") throw new Invalid({ file: [say("import_choose")] });
    const lines = await (go ? importCustomers : planImport)(world, seller.caller(true), csv);
    return { result: reportOf(lines, { isDone: Boolean(go), csv }, wordsFor(seller)) };
  })(previous, form);
}

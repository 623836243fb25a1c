import type { Metadata } from "next";
import { CodeBlock } from "@/components/ui/code";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { SellerPage } from "../../seller-page";
import { importAction, planImportAction } from "./actions";
import { ImportForm } from "./import-form";

export const metadata: Metadata = { title: "Import customers" };

const example = `name,email,phone,company,city
Amina Okello,amina@example.com,0772 123456,Okello Traders,Kampala
Ben Odhiambo,,0772 654321,,`;

export default async function ImportPage() {
  const seller = await currentSeller();
  return (
    <SellerPage seller={seller} section="customers" here="Import">
      <PageHeader
        title="Import customers"
        purpose="You see what will happen before anything is done. Who is known already, by e-mail or phone, is not added twice."
      />
      <ImportForm plan={planImportAction} run={importAction} />
      <Section title="What the file looks like">
        <div className="grid gap-3 pt-4">
          <p className="max-w-[68ch] text-ink-2">
            The first row names the columns: name, email, phone, company, address, city, country, in any
            order. Each line needs a name and an e-mail or a phone. What a line leaves empty stays as it is.
            Nobody is written to.
          </p>
          <CodeBlock label="An example">{example}</CodeBlock>
        </div>
      </Section>
    </SellerPage>
  );
}

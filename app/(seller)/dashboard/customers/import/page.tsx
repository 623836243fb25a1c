import { Section } from "@/components/ui/blocks";
import { CodeBlock } from "@/components/ui/copy-button";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { titled } from "../../words";
import { importAction, planImportAction } from "./actions";
import { ImportForm } from "./import-form";
import { importTexts } from "./texts";

export const generateMetadata = titled("importCustomers");

const example = `name,email,phone,company,city
Amina Okello,amina@example.com,0772 123456,Okello Traders,Kampala
Ben Odhiambo,,0772 654321,,`;

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
        <ImportForm plan={planImportAction} run={importAction} texts={importTexts(words)} />
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

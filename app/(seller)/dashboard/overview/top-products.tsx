import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/page-header";
import { Table } from "@/components/ui/table";
import { formatNumber } from "@/lib/domain/money";
import type { Overview } from "@/lib/services/desk/overview/read";

export function TopProducts({
  products,
  words,
}: {
  products: Overview["topProducts"];
  words: DashboardWords;
}) {
  if (products.length === 0) return null;
  return (
    <Section title={words.text("topProducts")} aside={words.text("topProductsAside")}>
      <Table
        caption={words.text("topProducts")}
        columns={[
          { label: words.text("product") },
          { label: words.text("sold"), align: "end", onPhone: words.text("sold") },
          { label: words.text("amount"), align: "end" },
        ]}
        rows={products.map(({ id, name, quantity, minor, currency }) => ({
          key: String(id),
          cells: [
            <a key="name" href={`/dashboard/products/${id}`} className="underline-offset-2 hover:underline">
              <bdi>{name}</bdi>
            </a>,
            formatNumber(quantity, words.lang),
            <Amount lang={words.lang} key="amount" minor={minor} currency={currency} />,
          ],
        }))}
      />
    </Section>
  );
}

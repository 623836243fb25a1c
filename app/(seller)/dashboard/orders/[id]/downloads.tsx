import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import type { OrderDownloads } from "@/lib/services/billing/orders/downloads";
import type { OrderRow } from "@/lib/services/billing/orders/read";
import { replaceDownloadLinkAction, resetDownloadsAction } from "../actions";

/** What an order delivered by itself, and how often it was taken; nothing where it delivers nothing. */
export function Downloads(props: {
  downloads: OrderDownloads | null;
  order: OrderRow;
  seller: CurrentSeller;
  words: DashboardWords;
}) {
  const { downloads, order, seller, words } = props;
  if (!downloads) return null;
  const at = (instant: Date) => (
    <Timestamp at={instant} timeZone={seller.store.timeZone} locale={words.locale} />
  );
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "partially_refunded";
  return (
    <Section title={words.text("orderDownloads")}>
      <Facts
        items={[
          ...downloads.items.map((item) => ({
            label: item.name,
            value: (
              <span className="grid">
                {standingOf(item, downloads.max, words)}
                {item.lastAt ? at(item.lastAt) : null}
              </span>
            ),
          })),
          ...(downloads.until ? [{ label: words.text("downloadsUntil"), value: at(downloads.until) }] : []),
        ]}
      />
      {downloads.isOpen ? null : <p className="pt-2 text-ink-2">{words.text("downloadsOver")}</p>}
      {isPaid && may(seller.role, "order.handle") ? (
        <Buttons id={order.id} isOrder={order.subscriptionId === null} words={words} />
      ) : null}
    </Section>
  );
}

function standingOf(item: OrderDownloads["items"][number], max: number, words: DashboardWords): string {
  if (item.kind === "codes") return words.text(item.hasCode ? "codeGiven" : "codeWaits");
  if (item.kind !== "file") return words.text(item.kind === "link" ? "deliverableLink" : "deliverableText");
  return words.text("downloadsTaken", { taken: String(item.taken), max: String(max) });
}

function Buttons({ id, isOrder, words }: { id: number; isOrder: boolean; words: DashboardWords }) {
  const fields = { id: String(id) };
  return (
    <div className="grid gap-3 pt-4">
      <ActionForm to={{ action: resetDownloadsAction, fields }}>
        <Button>{words.text("resetDownloads")}</Button>
      </ActionForm>
      {isOrder ? (
        <ActionForm to={{ action: replaceDownloadLinkAction, fields }} className="grid gap-1">
          <div>
            <Button>{words.text("newDownloadLink")}</Button>
          </div>
          <p className="text-label text-ink-2">{words.text("newDownloadLinkMeans")}</p>
        </ActionForm>
      ) : null}
    </div>
  );
}

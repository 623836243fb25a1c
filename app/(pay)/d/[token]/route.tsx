import { DownloadView } from "@/components/pay/download-view";
import { readDownloadPage } from "@/lib/services/catalog/deliverables/download";
import { systemWorld } from "@/lib/services/desk/system-world";
import { closed, nothing, payRoute, show } from "../../respond";

/** What a payment opens. Looking at it counts nothing, so a program that reads links in mails takes nothing away. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const found = await readDownloadPage(systemWorld(), token);
  if (!found) return nothing(pay);
  const { store, over, livemode } = found;
  if (over !== null) return closed(pay, store, { kind: "download_over", why: over }, 410, !livemode);
  return show(
    pay,
    <DownloadView
      page={pay.page(store, { test: !livemode })}
      names={found.names}
      until={found.until}
      bought={{ path: pay.url.pathname, items: found.items }}
      receiptHref={found.order && `/receipt/${found.order.receiptToken}`}
    />,
  );
});

import { ReceiptView } from "@/components/pay/receipt-view";
import { formatMoney } from "@/lib/domain/money";
import { readReceipt } from "@/lib/services/pay-pages/read-receipt";
import { systemWorld } from "@/lib/services/system-world";
import { closed, payRoute, show } from "../../respond";

/** The proof of one payment, for whoever holds its address. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const world = systemWorld();
  const found = await readReceipt(world, token);
  if (!found) return closed(pay, null, { kind: "not_found" }, 404);
  const { store, order, invoice, network, openToken } = found;
  const money = (minor: bigint) => formatMoney({ minor, currency: order.currency });
  const kind =
    order.paymentMethod === "mobile_money" || order.paymentMethod === "card" ? order.paymentMethod : "other";
  return show(
    pay,
    <ReceiptView
      page={pay.page(store, { test: false })}
      state={found.state}
      attemptHref={openToken && `/attempt/${openToken}`}
      amount={money(order.totalMinor)}
      refunded={order.refundedMinor > 0n ? money(order.refundedMinor) : null}
      paidAt={order.paidAt}
      lines={order.items.map((item) => ({
        name: item.name,
        quantity: item.quantity,
        total: money(item.totalMinor),
      }))}
      method={{ kind, network: network?.displayName ?? null, phone: found.phone }}
      providerReference={found.providerReference}
      order={order.number}
      invoice={invoice && { number: invoice.number, href: `/invoice/${invoice.token}` }}
      url={`${world.config.siteUrl}${pay.url.pathname}`}
      manageHref={found.manageUrl}
    />,
  );
});

import { LinkClosedView } from "@/components/pay/link-view";
import { type LinkPage, readLinkPage } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readPayForm, showPayForm, takePayForm } from "../../pay-form";
import { linkClosedReason } from "../../plan";
import { closed, nothing, type PayRequest, payRoute, show } from "../../respond";
import { linkDesk } from "./link-desk";

export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const open = await openLink(pay, token);
  return open instanceof Response ? open : showPayForm(pay, linkDesk(pay, open));
});

export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const read = await readPayForm(pay);
  if (read instanceof Response) return read;
  const found = await readLinkPage(systemWorld(), token);
  // Whether the link is closed is checked with the payment, so that a repeated press still leads to its earlier
  // attempt.
  if (!found) return nothing(pay);
  return takePayForm(pay, linkDesk(pay, found), read);
});

/** The link, or the page that says why nothing can be paid here. */
async function openLink(pay: PayRequest, token: string): Promise<LinkPage | Response> {
  const world = systemWorld();
  const found = await readLinkPage(world, token);
  if (!found) return nothing(pay);
  const { store, link } = found;
  const reason = linkClosedReason(link, world.clock.now(), pay.url.pathname);
  if (reason) {
    const title = reason.kind === "deleted" ? null : link.title;
    return show(
      pay,
      <LinkClosedView page={pay.page(store, { test: false })} title={title} reason={reason} />,
    );
  }
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200);
  return found;
}

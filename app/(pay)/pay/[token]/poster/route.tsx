import { PosterView } from "@/components/pay/poster-view";
import { readLinkPage } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { closed, payRoute, show } from "../../../respond";
import { linkFactsOf } from "../link-facts";

/** The link as an A4 page to print. It holds nothing that the pay page does not show. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const world = systemWorld();
  const found = await readLinkPage(world, token);
  if (!found || found.link.deletedAt) return closed(pay, null, { kind: "not_found" }, 404);
  const url = `${world.config.siteUrl}/pay/${token}`;
  return show(
    pay,
    <PosterView
      page={pay.page(found.store, { test: false })}
      link={linkFactsOf(found.link, pay.lang(found.store))}
      url={url}
    />,
  );
});

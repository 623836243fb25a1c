import { sellerColours } from "@/components/pay/colour";
import { wordsOf } from "@/components/pay/messages/words";
import { PosterView } from "@/components/pay/poster-view";
import { readOwnImage } from "@/lib/services/catalog/images/pictures";
import { cardText, drawCard, drawQr } from "@/lib/services/catalog/payment-links/pictures";
import { systemWorld } from "@/lib/services/desk/system-world";
import { drawnResponse } from "../drawn";
import { closed, type PayRequest, payRoute, show } from "../respond";
import type { FindShared, Shared } from "./shared";

/** What its seller gives out with a public page: its picture in chats, its QR code, a poster. 404 where there is none. */
export function shareRoute(find: FindShared) {
  return payRoute<Record<string, string>>(async (pay, { token, slug, share = "" }) => {
    const answer = Object.hasOwn(answers, share) ? answers[share] : undefined;
    const shared = answer && (await find(token ?? slug ?? ""));
    if (shared) return answer(pay, shared);
    return share === "poster"
      ? closed(pay, null, { kind: "not_found" }, 404)
      : new Response(null, { status: 404 });
  });
}

const answers: Record<string, (pay: PayRequest, shared: Shared) => Response | Promise<Response>> = {
  "card.png": card,
  "qr.svg": (pay, shared) => qr(pay, shared, "svg"),
  "qr.png": (pay, shared) => qr(pay, shared, "png"),
  poster,
};

/** The picture that chats show: 1200×630, of a few KB. */
function card(pay: PayRequest, { store, say }: Shared): Promise<Response> {
  const world = systemWorld();
  const { above, title, price } = say(pay.lang(store));
  const drawn = {
    seller: cardText(above, 60),
    title: cardText(title, 70),
    amount: price ?? "",
    host: cardText(new URL(world.config.siteUrl).host, 40),
    brand: sellerColours(store.brandColour)?.back ?? "#14532D",
  };
  return picture(pay, "image/png", ["card", drawn, store.logoUrl], async () =>
    drawCard({ ...drawn, logo: (await readOwnImage(world, store.logoUrl))?.bytes ?? null }),
  );
}

function qr(pay: PayRequest, { path }: Shared, format: "svg" | "png"): Promise<Response> {
  const url = systemWorld().config.siteUrl + path;
  const type = format === "svg" ? "image/svg+xml" : "image/png";
  return picture(pay, type, ["qr", url], () => drawQr(url, format));
}

/** A picture that is drawn once for its facts. */
export function picture(
  { request }: PayRequest,
  type: "image/svg+xml" | "image/png",
  facts: unknown,
  draw: () => Promise<string | Uint8Array>,
): Promise<Response> {
  const headers = {
    "Content-Type": type,
    "Cache-Control": "public, max-age=3600",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  };
  return drawnResponse(request, type, facts, headers, async () => {
    const drawn = await draw();
    return typeof drawn === "string" ? new TextEncoder().encode(drawn) : drawn;
  });
}

/** The page as an A4 page to print. It holds nothing that the page itself does not show. */
function poster(pay: PayRequest, { store, path, scanKey, say }: Shared): Promise<Response> {
  const { title, price } = say(pay.lang(store));
  const scan = wordsOf(pay.lang(store)).text(scanKey);
  const url = systemWorld().config.siteUrl + path;
  return show(pay, <PosterView page={pay.page(store, { test: false })} {...{ title, price, scan, url }} />);
}

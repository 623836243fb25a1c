import type { PayPage } from "@/components/pay/types";
import { createAddressGate } from "@/lib/api/address-gate";
import { clientNetwork } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { within } from "@/lib/providers/turns";
import { printOf } from "@/lib/services/billing/invoices/paper";
import { type InvoicePage, invoicePdf } from "@/lib/services/billing/invoices/read";
import { renderings } from "@/lib/services/catalog/payment-links/pictures";
import { systemWorld } from "@/lib/services/desk/system-world";
import { invoiceCode } from "./invoice/pay-code";

/** The number of new renderings per minute for one address. Cached renderings cost nothing, so they do not count. */
const drawings = createAddressGate({ now: () => performance.now(), attemptsMax: limits.drawings.max });
const busySeconds = 5;

/**
 * The answer with a picture or document that is expensive to render. `facts` identify it, because they contain
 * everything that is drawn: other parts of its address change nothing. 304 for a browser that has it, 429 for an
 * address that requests too many new ones, 503 while others are being rendered.
 */
export async function drawnResponse(
  request: Request,
  kind: string,
  facts: unknown,
  headers: Record<string, string>,
  draw: () => Promise<Uint8Array>,
): Promise<Response> {
  const network = clientNetwork(request.headers);
  const etag = `"${renderings.tagOf(kind, facts)}"`;
  if (request.headers.get("if-none-match")?.includes(etag))
    return new Response(null, { status: 304, headers: { ...headers, ETag: etag } });
  let isTooMany = false;
  const outcome = await renderings.render(kind, facts, draw, () => {
    isTooMany = !drawings.take(network);
    return !isTooMany;
  });
  if (outcome.kind === "ready")
    return new Response(outcome.rendering.bytes, { headers: { ...headers, ETag: etag } });
  const seconds = isTooMany ? drawings.secondsLeft(network) : busySeconds;
  return new Response(null, {
    status: isTooMany ? 429 : 503,
    headers: { "Retry-After": String(seconds), "Cache-Control": "no-store" },
  });
}

/** How long a document waits for the code of its till. */
const codePatienceMs = 2_500;

/** The answer that downloads the invoice, in the language of the page. */
export async function pdfResponse(request: Request, page: PayPage, found: InvoicePage): Promise<Response> {
  const { config, clock } = systemWorld();
  const now = clock.now();
  const { print, name } = printOf(config.siteUrl, found, page.lang, now);
  const code = print.pay && (await within(codePatienceMs, invoiceCode(found), () => null));
  if (print.pay && code) print.pay.code = code.toString("base64");
  // The instant is only part of the document's properties. The day is enough, and stays the same all day.
  const facts = { ...print, at: now.toISOString().slice(0, 10) };
  const headers = {
    "Content-Type": "application/pdf",
    "Content-Disposition": `inline; filename="${name}"`,
    "Cache-Control": "private, no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
  };
  return drawnResponse(request, "invoice", facts, headers, () => invoicePdf(print));
}

/** Payers' browsers load nothing from other hosts, so only a picture on this server is shown, by its path. */
export function ownPicture(url: string | null): string | null {
  const prefix = `${systemWorld().config.siteUrl}/images/`;
  return url?.startsWith(prefix) ? new URL(url).pathname : null;
}

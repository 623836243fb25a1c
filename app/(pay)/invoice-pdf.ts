import type { PayPage } from "@/components/pay/types";
import { printOf } from "@/lib/services/billing/invoices/paper";
import { type InvoicePage, invoicePdf } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { drawnResponse } from "./drawn";

/** The answer that downloads the invoice, in the language of the page. */
export async function pdfResponse(request: Request, page: PayPage, found: InvoicePage): Promise<Response> {
  const { config, clock } = systemWorld();
  const now = clock.now();
  const { print, name } = printOf(config.siteUrl, found, page.lang, now);
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

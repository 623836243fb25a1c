import { readInvoicePage } from "@/lib/services/billing/invoices/read";
import { markInvoiceViewed } from "@/lib/services/billing/invoices/sent";
import { systemWorld } from "@/lib/services/desk/system-world";
import { isOwnSeller } from "../../invoice-preview";
import { dot } from "../../pay-code";

/**
 * The picture on the invoice's page. Only loading it marks the invoice viewed: link previews and mail scanners fetch
 * pages without their pictures, and a view by the seller does not count.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token } = await params;
  if (isLooking(request)) await view(token);
  return new Response(dot, { headers: { "Content-Type": "image/gif", "Cache-Control": "no-store" } });
}

/** A person's browser shows it: not a robot, and not a page that is preloaded. */
function isLooking(request: Request): boolean {
  const { headers } = request;
  const agent = headers.get("user-agent") ?? "";
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  const destination = headers.get("sec-fetch-dest");
  if (agent === "" || /prefetch|prerender|preview/i.test(purpose)) return false;
  if (destination !== null && destination !== "image") return false;
  return !/bot\b|bot\/|crawl|spider|preview|facebookexternalhit|whatsapp|slack|telegram|skype|embedly/i.test(
    agent,
  );
}

async function view(token: string): Promise<void> {
  const world = systemWorld();
  const found = await readInvoicePage(world, token);
  if (found && !(await isOwnSeller(found.invoice))) await markInvoiceViewed(world, token);
}

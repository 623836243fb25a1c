import { readInvoicePage } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { dot, invoiceCode } from "../../pay-code";

/** What a payer scans to pay this invoice at the till, from the rail: the page never waits for it. One dot where there is none. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  const found = await readInvoicePage(systemWorld(), (await params).token);
  const code = found && (await invoiceCode(found));
  const headers = code
    ? { "Content-Type": "image/png", "Cache-Control": "private, max-age=3600" }
    : { "Content-Type": "image/gif", "Cache-Control": "no-store" };
  return new Response(code ?? dot, { headers: { ...headers, "X-Content-Type-Options": "nosniff" } });
}

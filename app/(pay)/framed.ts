import type { previewTerms } from "@/lib/resources/form-fields";
import { linkDesk } from "./pay/[token]/link-desk";
import { showPayForm } from "./pay-form";
import type { PayRequest } from "./respond";

/** The page of a link that does not exist yet. */
export async function framedLink(
  pay: PayRequest,
  store: Parameters<typeof linkDesk>[1]["store"],
  terms: ReturnType<typeof previewTerms>,
  now: Date,
): Promise<Response> {
  const link = {
    ...terms,
    ...{ id: 0, storeId: store.id, token: "preview", currency: store.currency },
    ...{ slotsReserved: 0, paymentsCount: 0, totalPaidMinor: 0n, eventSequence: 0 },
    ...{ deletedAt: null, createdAt: now, updatedAt: now },
  };
  return framed(await showPayForm(pay, linkDesk(pay, { store, link })));
}

/**
 * A page that only the dashboard may show in a frame, as a preview. The frame runs no scripts, and browsers report each
 * blocked script, so the optional script is left out.
 */
export async function framed(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const policy = headers.get("Content-Security-Policy") ?? "";
  headers.set("Content-Security-Policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  const page = (await response.text()).replace(/<script [^>]*><\/script>/, "");
  return new Response(page, { status: response.status, headers });
}

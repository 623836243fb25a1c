import { ContactView, type ContactViewProps } from "@/components/pay/contact-views";
import { PayInvalid } from "@/lib/domain/pay-problem";
import {
  askContactCode,
  confirmContactCode,
  readOpenCode,
} from "@/lib/services/billing/subscriptions/contact-code";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type ManagePage, readManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import { type ReadField, readPayForm } from "../../../pay-form";
import { tooMany } from "../../../read-form";
import { asPayer, closed, type PayRequest, payRoute, seeOther, show } from "../../../respond";
import { endedLink } from "../ended-link";

/** The contacts for receipts and reminders. Test subscribers get no messages, so they have no such page. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const found = await open(pay, token);
  return found instanceof Response ? found : page(pay, found, {});
});

export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const read = await readPayForm(pay);
  if (read instanceof Response) return read;
  const found = await open(pay, token);
  if (found instanceof Response) return found;
  const limited = await tooMany(pay, "contact", found.subscription.id);
  if (limited) return limited;
  const act = read("act");
  if (act === "confirm") return confirm(pay, found, read("code") ?? "");
  if (act === "email" || act === "phone") return ask(pay, found, read, act);
  return closed(pay, found.store, { kind: "bad_form", backUrl: pay.url.pathname }, 422);
});

async function open(pay: PayRequest, token: string): Promise<ManagePage | Response> {
  const found = await readManagePage(systemWorld(), token);
  if (!found) return endedLink(pay, token);
  return found.subscription.livemode ? found : seeOther(`/manage/${token}`);
}

async function ask(
  pay: PayRequest,
  found: ManagePage,
  read: ReadField,
  field: "email" | "phone",
): Promise<Response> {
  const value = read(field) ?? "";
  try {
    const asked = await askContactCode(systemWorld(), callerOf(found), {
      subscriptionId: found.subscription.id,
      channel: field === "email" ? "email" : "sms",
      value,
      language: pay.lang(found.store),
    });
    if (asked === "sent") return seeOther(pay.url.pathname);
    return page(pay, found, { refused: { kind: "too_many" }, status: 429, another: true });
  } catch (error) {
    if (!(error instanceof PayInvalid)) throw error;
    const typed = { email: "", phone: "", [field]: value };
    return page(pay, found, { problems: error.problems, typed, status: 422, another: true });
  }
}

async function confirm(pay: PayRequest, found: ManagePage, code: string): Promise<Response> {
  const { subscription } = found;
  const confirmed = await confirmContactCode(systemWorld(), callerOf(found), subscription.id, code);
  if (confirmed.kind === "changed") return seeOther(`${new URL(confirmed.url).pathname}?done=contact`);
  return page(pay, found, { refused: confirmed, status: 422 });
}

interface Told extends Partial<Pick<ContactViewProps, "problems" | "refused" | "typed">> {
  status?: number;
  /** The fields for a new address, even while a code is open. */
  another?: boolean;
}

async function page(pay: PayRequest, found: ManagePage, told: Told): Promise<Response> {
  const another = told.another ?? pay.url.searchParams.get("another") === "1";
  const code = await readOpenCode(systemWorld(), callerOf(found), found.subscription.id);
  return show(
    pay,
    <ContactView
      page={pay.page(found.store, { test: false })}
      action={pay.url.pathname}
      backHref={pay.url.pathname.replace(/\/contact$/, "")}
      now={{ email: found.subscription.customer.email, phone: found.phone?.masked ?? null }}
      sentTo={another ? null : (code?.value ?? null)}
      typed={told.typed ?? { email: "", phone: "" }}
      problems={told.problems ?? []}
      refused={told.refused ?? null}
    />,
    { status: told.status ?? 200 },
  );
}

function callerOf({ store, subscription }: ManagePage) {
  return asPayer(store, subscription.livemode);
}

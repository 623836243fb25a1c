import { QuoteView } from "@/components/pay/quote-view";
import { isOpenQuote } from "@/lib/domain/quote";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import { termsOnPaper } from "@/lib/services/billing/invoices/paper";
import { answerQuote } from "@/lib/services/billing/quotes/answer";
import {
  type QuoteRow,
  quoteShown,
  readQuotePage,
  statusOfQuote,
} from "@/lib/services/billing/quotes/quotes";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readForm, tooMany } from "../../read-form";
import { closed, nothing, type PayRequest, payRoute, seeOther, show } from "../../respond";

/** A quote for its customer. Opening it changes nothing. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const found = await readQuotePage(systemWorld(), token);
  return found ? page(pay, found) : nothing(pay);
});

/** Accepts or declines it. Whoever presses again, or too late, sees how it stands. */
export const POST = payRoute<{ token: string }>(async (pay, { token }) => {
  const found = await readQuotePage(systemWorld(), token);
  if (!found) return nothing(pay);
  const limited = await tooMany(pay, "quote", found.id);
  if (limited) return limited;
  const form = await readForm(pay.request);
  const act = form?.get("act");
  if (act !== "accept" && act !== "decline")
    return closed(pay, found.store, { kind: "bad_form", backUrl: pay.url.pathname }, 422);
  const name = form?.get("name") ?? "";
  const seen = form?.get("seen") ?? "";
  const answered = await answerQuote(
    systemWorld(),
    token,
    act === "accept" ? { accepts: true, name, seen } : { accepts: false, seen },
  );
  if (answered?.did === "name") return page(pay, found, { name, why: "name" });
  if (answered?.did === "changed")
    return page(pay, (await readQuotePage(systemWorld(), token)) ?? found, { name, why: "changed" });
  return seeOther(pay.url.pathname);
});

/** `refused`: the name that was typed, and whether it is what cannot be taken. */
function page(
  pay: PayRequest,
  quote: QuoteRow,
  refused?: { name: string; why: "name" | "changed" },
): Promise<Response> {
  const { store, invoice } = quote;
  const lang = pay.lang(store);
  const status = statusOfQuote(quote, systemWorld().clock.now());
  const canAnswer = isOpenQuote(status) && store.status === "active";
  const to = { name: quote.customerName, email: quote.customerEmail, phone: quote.customerPhone };
  const terms = termsOnPaper(store, plannedTerms(quote), quote.currency, lang);
  return show(
    pay,
    <QuoteView
      page={pay.page(store, { test: false })}
      number={quote.number}
      paper={{ ...terms, to, issuedOn: null, dueOn: null, paid: null, balance: null }}
      validUntil={quote.validUntil}
      status={status}
      accepted={quote.acceptedAt && { by: quote.acceptedBy ?? "", at: quote.acceptedAt }}
      declinedAt={quote.declinedAt}
      form={
        canAnswer
          ? {
              ...{ action: pay.url.pathname, name: refused?.name ?? "" },
              seen: sealShown(systemWorld(), `quote/${quote.id}`, quoteShown(quote)),
              ...{ isNameMissing: refused?.why === "name", isChanged: refused?.why === "changed" },
            }
          : null
      }
      invoiceUrl={invoice && `/invoice/${invoice.token}`}
    />,
    { status: refused === undefined ? 200 : 422 },
  );
}

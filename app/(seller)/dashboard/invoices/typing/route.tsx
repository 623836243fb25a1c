import type { ReactNode } from "react";
import { type CurrentSeller, visitingSeller } from "@/lib/auth/current-seller";
import { fieldsOf } from "@/lib/auth/form-fields";
import { isSameOrigin } from "@/lib/auth/request";
import { isCivilDate } from "@/lib/domain/civil-date";
import { isInterval } from "@/lib/domain/interval";
import { limits } from "@/lib/domain/limits";
import { storable } from "@/lib/domain/text";
import { sentText } from "@/lib/resources/form-fields";
import { termsOnPaper } from "@/lib/services/billing/invoices/paper";
import { systemWorld } from "@/lib/services/desk/system-world";
import { countRequest } from "@/lib/services/people/keys/rate-limit";
import { wordsFor } from "../../words";
import { PaperSheet } from "../paper";
import { PickOptions } from "../picks";
import { customerPicks, productPicks, typedTerms, withPicked } from "../read-body";
import { dayText } from "../words";

// What the form of a document asks for while somebody types. Nothing is saved.

export const dynamic = "force-dynamic";

/** What can be picked: `?customer=` or `?product=`. */
export async function GET(request: Request): Promise<Response> {
  return answer(async (seller) => {
    const typed = (name: string) => storable(new URL(request.url).searchParams.get(name) ?? "", 254);
    const [customer, product] = [typed("customer"), typed("product")];
    const customers = customer ? await customerPicks(seller, customer) : [];
    const products = product ? await productPicks(seller, wordsFor(seller), product) : [];
    return <PickOptions picks={[...customers, ...products]} />;
  });
}

/** How the paper looks by now. What cannot be read yet is left out. */
export async function POST(request: Request): Promise<Response> {
  const length = Number(request.headers.get("content-length"));
  const isOurs = (await isSameOrigin()) && length > 0 && length <= 256 * 1024;
  if (!isOurs) return new Response(null, { status: 403 });
  return answer(async (seller) => {
    const form = await request.formData().catch(() => null);
    const asked = new URL(request.url).searchParams;
    const words = wordsFor(seller);
    const typed = await withPicked(seller, fieldsOf(form), words);
    const isExample = Object.keys(typed).every(
      (name) => !/^(customerName|description|unitPrice)/.test(name) || sentText(typed, name).trim() === "",
    );
    const example = { customerName: "Amina", "description.0": words.text("paperExampleLine") };
    const sent = isExample ? { ...typed, ...example, "quantity.0": "2", "unitPrice.0": "1500" } : typed;
    const terms = typedTerms(sent, asked.get("currency") ?? "", words.lang);
    if (!terms) return null;
    const [interval, day] = [sentText(sent, "interval"), sentText(sent, "startsOn")];
    const days = isInterval(interval)
      ? { [words.text(`every_${interval}`)]: day }
      : {
          [words.text("dueOn")]: sentText(sent, "dueOn"),
          [words.text("validUntil")]: sentText(sent, "validUntil"),
        };
    return (
      <div data-example={isExample ? "" : undefined}>
        <PaperSheet
          title={isExample ? words.text("previewExample") : storable(asked.get("title") ?? "", 60)}
          to={["customerName", "customerEmail", "customerPhone"].map((name) => sentText(sent, name))}
          facts={Object.entries(days).flatMap(([label, value]) =>
            isCivilDate(value) ? [{ label, value: dayText(new Date(value), words) }] : [],
          )}
          paper={termsOnPaper(seller.store, terms, terms.currency, words.lang)}
          words={words}
        />
      </div>
    );
  });
}

async function answer(draw: (seller: CurrentSeller) => Promise<ReactNode>): Promise<Response> {
  const seller = await visitingSeller();
  if (!seller) return new Response(null, { status: 401 });
  const rate = await countRequest(systemWorld(), `search:${seller.user.id}`, limits.searches.max);
  if (!rate.allowed)
    return new Response(null, { status: 429, headers: { "Retry-After": String(rate.resetSeconds) } });
  // Loaded here because Next refuses a static import of the server renderer.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const drawn = await draw(seller);
  return new Response(drawn ? renderToStaticMarkup(drawn) : null, {
    status: drawn ? 200 : 422,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-store" },
  });
}

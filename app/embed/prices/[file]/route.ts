import { priceInWords, wordsOf } from "@/components/pay/parts";
import { knownLanguage, type Language } from "@/lib/domain/languages";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readPriceTable } from "@/lib/services/money/checkout/pages/read-shop";
import { planOf, productFactsOf } from "../../../(pay)/plan";

/** What is on sale, for a price table on any site: the facts of the store's own page and nothing else. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { file } = await params;
  const found = await readPriceTable(systemWorld(), file.endsWith(".json") ? file.slice(0, -5) : "");
  const lang =
    knownLanguage(new URL(request.url).searchParams.get("hl"), found?.store.language ?? "en") ?? "en";
  const data = (found?.products ?? []).map((product) => itemOf(product, lang));
  return Response.json(
    { data },
    {
      status: found ? 200 : 404,
      headers: {
        "Access-Control-Allow-Origin": "*",
        "Cache-Control": "public, max-age=60",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'",
        "X-Robots-Tag": "noindex",
      },
    },
  );
}

type Product = NonNullable<Awaited<ReturnType<typeof readPriceTable>>>["products"][number];

function itemOf(product: Product, lang: Language) {
  const words = wordsOf(lang);
  const { name, description, price, wasPrice } = productFactsOf(product, lang);
  const plan = planOf(product, lang);
  const path = `${plan ? "subscribe" : "product"}/${product.token}`;
  return {
    name,
    text: description ?? "",
    price: plan ? priceInWords(words, plan) : price,
    was: wasPrice,
    button: words.text(plan ? "embedSubscribe" : "embedBuy"),
    url: `${systemWorld().config.siteUrl}/${path}?source=embed`,
  };
}

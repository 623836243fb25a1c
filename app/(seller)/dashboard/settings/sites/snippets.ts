import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";

/** The version of the script that snippets name. What was published never changes, so that its hash stays true. */
const script = {
  path: "/embed/1.js",
  hash: "sha384-eU1JNHCqAS6PGo+rqrFQvzIXGu452rqsPLD98w5c+TJv8Rlj/4WlIMmhgrt2EyFa",
};

/** What a seller copies into a page. */
export function scriptTag(siteUrl: string): string {
  return `<script src="${siteUrl}${script.path}" integrity="${script.hash}" crossorigin="anonymous" async></script>`;
}

export function priceTable(siteUrl: string, store: { slug: string; name: string }): string {
  const link = `<a href="${siteUrl}/store/${store.slug}">${escaped(store.name)}</a>`;
  return `<div data-sente-prices="${store.slug}">${link}</div>`;
}

export function buyButton(payUrl: string, name: string): string {
  const url = new URL(payUrl);
  url.searchParams.set("source", "embed");
  return `<a href="${escaped(url.toString())}" data-sente>${escaped(name)}</a>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** `changeSites` says what is wrong with them. */
export const sitesFields = {
  sites: { kind: "area", label: "sitesLabel", help: "sitesHelp" },
} satisfies Fields;

export function sitesSpecs(words: DashboardWords, sites: readonly string[]) {
  return fieldSpecs(sitesFields, { words }, { sites: sites.join("\n") });
}

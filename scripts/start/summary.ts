import type { DemoFile } from "./demo";

/** What a person needs to begin: addresses, sign-ins, keys, and one line to paste. */
export function summary(siteUrl: string, demo: DemoFile | null, demoFile: string): string {
  const lines = ["", row("Site", siteUrl), row("Dashboard", `${siteUrl}/dashboard`)];
  if (demo) {
    const [product] = demo.products;
    lines.push(
      row("Seller", `${demo.owner.email}  password ${demo.owner.password}`),
      row("Operator", `${demo.operator.email}  password ${demo.operator.password}`),
      row("Test key", demo.test_key),
      row("Live key", demo.live_key),
    );
    if (product) lines.push(row("Subscribe", `${product.subscribe_url}?test=1&ref=user_1`));
    if (demo.payment_link_url) lines.push(row("Pay link", demo.payment_link_url));
    if (demo.invoice_url) lines.push(row("Invoice", demo.invoice_url));
    lines.push(
      row("All of it", demoFile),
      "",
      `curl -H "Authorization: Bearer ${demo.test_key}" "${demo.base_url}/access?ref=user_1"`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function row(label: string, value: string): string {
  return `${label.padEnd(14)}${value}`;
}

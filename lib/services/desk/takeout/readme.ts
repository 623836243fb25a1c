/** What is in the file, for whoever opens it in ten years. */
export function readme(serviceName: string, at: Date): string {
  return `Everything of one store, taken along from ${serviceName} on ${at.toISOString()}.

*.ndjson   one JSON object a line; open it with any programming language.
*.csv      the plain fields of the same rows, for spreadsheets. Text that would run as a formula begins with '.
pictures/  the pictures of products and the logo, by the last part of their address.

store, products, customers, subscriptions, orders, invoices, payment_links
           as GET /api/v1 shows them. Amounts are in whole units (1500.50).
subscriptions
           also have "periods", and "sente": what another instance needs to go on exactly as this one.
payments, refunds, disputes, payouts, statement, discounts, discount_codes, quotes, recurring_invoices, notes, tags
           by their columns. Amounts that end in _minor are in the smallest unit (150050 is 1500.50; UGX has none).
statement  every movement of the wallet. What came in is positive.
events     what was published in the last 90 days.

Times are in UTC. Customers and their notes are those of the account; all else is of this store, in live mode.
Not in it: keys, passwords, signing secrets, saved cards, links that act for a subscriber, documents of verification.

To go on elsewhere: Subscriptions > Import > From another Sente, in an empty store of the same currency. It takes products,
customers and subscriptions, with the same access for the same ref. Money is not moved: it was paid to you already.
`;
}

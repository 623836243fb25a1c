import { apiFacts } from "../docs/api-facts";

/** Where an assistant finds what it needs to build upon this site, in the form that llmstxt.org proposes. */
export function GET(): Response {
  const { serviceName, siteUrl, baseUrl, operations } = apiFacts();
  const text = `# ${serviceName}

> Subscriptions and payments by mobile money and card, over HTTPS and JSON. A seller's server makes payers pay by links and pages of this site, hears of it by signed webhooks, and asks \`GET ${baseUrl}/access?ref=…\` whether somebody has paid.

- Secret keys go into \`Authorization: Bearer …\`, from a server only. \`sk_test_…\` moves play money, \`sk_live_…\` real money.
- Every POST takes an \`Idempotency-Key\`: the same request again is done once.
- Ask \`/access\` for what somebody may see; do not keep a copy of subscriptions to decide it.
- When it is not known whether money moved, nothing is said to be paid or failed: it is being checked.

## Documentation

- [API reference](${siteUrl}/docs/reference.md): every endpoint with its fields, a sample, its answer and its errors
- [OpenAPI 3.1](${baseUrl}/openapi.json): the same, for programs
- [Client for Node](${siteUrl}/docs/sente-client.tgz): \`npm install ${siteUrl}/docs/sente-client.tgz\`; verifies webhooks too
- [Tools for assistants](${siteUrl}/mcp): the Model Context Protocol over HTTP, with a secret key as bearer; over stdio \`sente mcp\` of the client. It looks things up; with \`?allow_writes=yes\` and a key that may write it drafts invoices and makes links, each confirmed by a person

## Endpoints

${operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`).join("\n")}

## Optional

- [Handbook](${siteUrl}/help/en): for sellers, payers, developers and operators, in words
- [Changelog](${siteUrl}/docs/changelog): what changed, and when
`;
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=300" };
  return new Response(text, { headers });
}

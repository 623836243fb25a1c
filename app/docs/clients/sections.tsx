import type { ApiFacts } from "../api-facts";
import { Coloured } from "../operation-section";

/** The ready-made clients, each served by this instance in its own version. */
export function Clients({ facts }: { facts: ApiFacts }) {
  return (
    <section aria-labelledby="client">
      <h2 id="client">Client for Node</h2>
      <p>
        Typed, without other packages, for Node from 20.19 on: it tries again where that is safe, remembers
        for some minutes who may in, and takes webhooks in Express and Next.
      </p>
      <pre>
        <Coloured code={`npm install ${facts.siteUrl}/docs/sente-client.tgz`} />
      </pre>
      <pre>
        <Coloured
          code={`import { createSente } from "@sente/client";
    import { requireAccess, takeWebhooks } from "@sente/client/express";

    const sente = createSente({ apiKey: process.env.SENTE_KEY, baseUrl: "${facts.baseUrl}" });

    app.post("/hooks", takeWebhooks(process.env.WEBHOOK_SECRET, async (event) => {
      if (event.type === "access.changed") sente.access.forget({ ref: event.data.ref });
    }));
    app.get("/lessons", requireAccess(sente, (request) => ({ ref: request.user?.id })), lessons);`}
        />
      </pre>
      <p>
        For PHP and Python the client is one file without dependencies:{" "}
        <a href="/docs/clients/sente.php">sente.php</a> (8.1 on) and{" "}
        <a href="/docs/clients/sente.py">sente.py</a> (3.9 on). They do the same: who may in, with what is
        kept of it; lists that walk their pages; an <code>Idempotency-Key</code> for each change; refusals
        with their code and fields; and whether a delivery is genuine, with both secrets during a rotation.
      </p>
      <pre>
        <Coloured
          code={`require 'sente.php';

    $sente = new Sente\\Client(getenv('SENTE_KEY'), '${facts.baseUrl}');
    $mayIn = $sente->access->check(['ref' => 'user_42'])['has_access'];
    $event = Sente\\Webhook::verify(file_get_contents('php://input'), $_SERVER, getenv('WEBHOOK_SECRET'));`}
        />
      </pre>
      <pre>
        <Coloured
          code={`import sente

    api = sente.Client(os.environ["SENTE_KEY"], "${facts.baseUrl}")
    may_in = api.access.check(ref="user_42")["has_access"]
    event = sente.verify_webhook(request.body, request.headers, os.environ["WEBHOOK_SECRET"])`}
        />
      </pre>
    </section>
  );
}

/** What a seller's own site shows. */
export function Buttons({ facts }: { facts: ApiFacts }) {
  return (
    <section aria-labelledby="buttons">
      <h2 id="buttons">Buttons on your own site</h2>
      <p>
        <a href="/dashboard/settings/sites">Your own site</a> in the settings gives the lines to copy, with
        the script&apos;s hash. A button is a link that also works without the script; with it our page opens
        in a window of its own, on a phone in the same tab. Nothing is ever paid in a frame. Allow our origin
        for <code>script-src</code> and <code>connect-src</code>; no style needs to be allowed.
      </p>
      <pre>
        <Coloured
          code={`<a href="${facts.siteUrl}/subscribe/TOKEN?ref=user_42&source=embed" data-sente>Subscribe</a>
    <div data-sente-prices="your-store" data-ref="user_42"><a href="${facts.siteUrl}/store/your-store">Prices</a></div>
    <script src="${facts.siteUrl}/embed.js" async></script>`}
        />
      </pre>
      <p>
        Once it is paid, the button gets the event <code>sente:paid</code> with <code>detail.kind</code>,{" "}
        <code>order</code> or <code>subscription</code>, if your site is listed in those settings. The event
        carries no fact and can be missed: ask <code>GET /access</code>, or wait for the webhook. A page that
        is sent with <code>Cross-Origin-Opener-Policy: same-origin</code> is cut off from the windows that it
        opens and hears nothing; <code>same-origin-allow-popups</code> keeps both, or ask{" "}
        <code>GET /access</code> once your page has the focus again. A product that a button sold has{" "}
        <code>source: &quot;embed&quot;</code>; a subscription&apos;s orders stay <code>subscription</code>.
        The table is drawn from <code>GET {facts.siteUrl}/embed/prices/your-store.json</code>, which any site
        may read; style it with <code>::part(item)</code> and <code>::part(button)</code>.
      </p>
    </section>
  );
}

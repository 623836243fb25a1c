import type { ApiFacts } from "./api-facts";
import { Buttons, Clients } from "./clients/sections";
import { Coloured } from "./operation-section";
import type { OwnKey } from "./samples-cookie";
import { Dialling, Discounts, Downloads, FreeTrials, Moving, PlanChanges } from "./selling";

/** What holds for every endpoint, in the order in which a developer meets it. */
export function Guide({ facts, ownKey }: { facts: ApiFacts; ownKey: OwnKey | null }) {
  return (
    <>
      <section aria-labelledby="start">
        <h2 id="start">Start</h2>
        <p>
          The base URL is <code>{facts.baseUrl}</code>. Send a secret key of your store with every request:{" "}
          <code>Authorization: Bearer sk_test_…</code>
        </p>
        <p>
          {ownKey ? (
            <>
              Your test key is <code>{ownKey.fingerprint}</code> ({ownKey.name}). Its whole text was shown
              once, because only its fingerprint is kept. If it is lost,{" "}
              <a href="/dashboard/developers/keys/new?mode=test">make another</a>.
            </>
          ) : (
            <>
              <a href="/dashboard/developers/keys/new?mode=test">Make a test key in the developer settings</a>
              . It is shown once, because only its fingerprint is kept.
            </>
          )}{" "}
          Put it into the environment variable <code>SENTE_KEY</code>, and a live key, once you go live, into{" "}
          <code>SENTE_LIVE_KEY</code>: every sample below says which of them it needs, takes an object that
          your store has, and runs as it stands. Keep keys on your server.
        </p>
        <p>
          A key may be made to only read: it works with every <code>GET</code>, and all else is 403{" "}
          <a href="/docs/errors/key_is_read_only">key_is_read_only</a>. Each answer says which it is:{" "}
          <code>X-Key-Scope: read</code> or <code>full</code>.
        </p>
        <pre>
          <Coloured
            code={`export SENTE_KEY=${ownKey?.fingerprint ?? "sk_test_…"}\ncurl "${facts.baseUrl}/store" -H "Authorization: Bearer $SENTE_KEY"`}
          />
        </pre>
      </section>
      <section aria-labelledby="shapes">
        <h2 id="shapes">Shapes</h2>
        <p>
          A single object is in <code>data</code>; a list adds <code>links</code> and <code>meta</code>. The
          access check alone answers at the top level. Timestamps are ISO 8601 with a UTC offset, amounts are
          numbers in the currency beside them. New members can appear at any time; ignore what you do not
          know.
        </p>
        <p>
          Lists are newest first, 25 on a page: <code>per_page</code> up to 100, <code>page</code> from 1. A
          page past the end is empty.
        </p>
      </section>
      <section aria-labelledby="errors">
        <h2 id="errors">Errors</h2>
        <p>
          The HTTP status says what kind of error it is. The body has a <code>message</code> for people, a
          code in <code>error</code> where there is one, <code>errors</code> by field when validation failed,
          a <code>request_id</code> to quote, and a <code>doc_url</code>.{" "}
          <a href="/docs/errors">All errors</a>
        </p>
      </section>
      <section aria-labelledby="repeating">
        <h2 id="repeating">Repeating safely</h2>
        <p>
          Send <code>Idempotency-Key</code> with POST, PATCH and DELETE, a fresh UUID for each new intent. The
          same request with the same key within 24 hours has no second effect: the first answer comes again
          byte for byte, with <code>Idempotent-Replayed: true</code>. While the first still runs the answer is{" "}
          <a href="/docs/errors/idempotency_in_progress">409</a>; wait a second and repeat.
        </p>
      </section>
      <section aria-labelledby="limit">
        <h2 id="limit">Rate limit</h2>
        <p>
          120 requests in any 60 seconds for each key. Every answer says what is left (<code>RateLimit</code>,{" "}
          <code>X-RateLimit-Remaining</code>); beyond it the answer is{" "}
          <a href="/docs/errors/too_many_requests">429</a> with <code>Retry-After</code>. Cache access answers
          for a few minutes, or use webhooks.
        </p>
      </section>
      <section aria-labelledby="versions">
        <h2 id="versions">Versions</h2>
        <p>
          The version is the last part of the base URL and nothing else. Within v1 the API only grows: paths,
          fields, values and event types may come, none go or change their meaning, so ignore what you do not
          know. What would break a client comes as v2; v1 then stays for 12 months and says so in the headers{" "}
          <code>Deprecation</code> and <code>Sunset</code>. <a href="/docs/changelog">Changelog</a>
        </p>
      </section>
      <Clients facts={facts} />
      <section aria-labelledby="renewing">
        <h2 id="renewing">Renewing by itself</h2>
        <p>
          A payer may tick a box when they pay: then their phone is asked by itself for each new period, and
          they enter the PIN, or their saved card is charged. <code>renewal</code> of a subscription says how
          it renews, and when it is tried next. You need not do anything: a good renewal is a{" "}
          <code>subscription.renewed</code> like any other. When one fails, the payer is told, and an endpoint
          that chose it gets <code>subscription.renewal_failed</code> with the reason and an{" "}
          <code>action_url</code> to send the payer to. You can only switch it off, by{" "}
          <code>POST /subscriptions/{"{id}"}/renewal</code>; all else is 422{" "}
          <a href="/docs/errors/payer_consent_required">payer_consent_required</a>. In test mode,{" "}
          <code>advance</code> to <code>fail_renewal</code> does what a declined card does.
        </p>
      </section>
      <Downloads />
      <FreeTrials />
      <PlanChanges />
      <Discounts />
      <Buttons facts={facts} />
      <Dialling />
      <Moving />
      <section aria-labelledby="test-mode">
        <h2 id="test-mode">Test mode</h2>
        <p>
          Test keys see the real store and products, and test subscriptions only. Orders, customers, payment
          links and invoices need a live key. A subscribe page opened with <code>?test=1</code> takes play
          money; the developer settings and the test endpoints move a test subscription through its life.
        </p>
        <p>
          <code>sente listen</code> brings test events to a server on your own machine, behind any NAT, with a
          genuine signature; <code>sente trigger</code> makes one happen, <code>sente resend</code> posts one
          again. The command comes with the client.
        </p>
        <pre>
          <Coloured
            code={`export SENTE_KEY=sk_test_… SENTE_BASE_URL=${facts.baseUrl}
npx sente listen --forward-to http://localhost:4000/hooks
npx sente trigger subscription.activated`}
          />
        </pre>
      </section>
    </>
  );
}

const verifySamples = [
  { language: "Node", file: "verify.mjs" },
  { language: "Python", file: "verify.py" },
  { language: "PHP", file: "verify.php" },
  { language: "Go", file: "verify.go" },
  { language: "shell", file: "verify.sh" },
];

/** How events arrive, how to know that they are ours, and what each carries. */
export function Webhooks({ facts }: { facts: ApiFacts }) {
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p>
        Events are POSTed to the endpoints you <a href="/dashboard/developers/endpoints">register</a>. Answer
        with any 2xx within 15 seconds; anything else is tried again, 12 times over about 10 hours. An event
        can arrive twice: remember its <code>id</code>.
      </p>
      <p>
        <code>X-Service-Signature</code> is <code>sha256=</code> and the lower-case hex HMAC-SHA256 of the raw
        body, keyed with the whole secret, <code>whsec_</code> included. Compute it over the bytes as they
        came, before any JSON is parsed, and compare in constant time. The headers <code>webhook-id</code>,{" "}
        <code>webhook-timestamp</code> and <code>webhook-signature</code> follow Standard Webhooks and also
        stop old deliveries from being sent again by others. For a day after you replace a secret{" "}
        <code>webhook-signature</code> carries one of each, and <code>X-Service-Signature</code> stays with
        the old one until you switch: check <code>webhook-signature</code>, and nothing is turned away
        meanwhile.
      </p>
      <pre className="s s-curl">
        <Coloured code={`printf %s "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"`} />
      </pre>
      <pre className="s s-node">
        <Coloured
          code={`import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(rawBody, header, secret) {
  const wanted = Buffer.from("sha256=" + createHmac("sha256", secret).update(rawBody).digest("hex"));
  const given = Buffer.from(header ?? "");
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}`}
        />
      </pre>
      <pre className="s s-python">
        <Coloured
          code={`import hashlib, hmac

def is_genuine(raw_body: bytes, header: str, secret: str) -> bool:
    wanted = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(wanted.encode(), (header or "").encode())`}
        />
      </pre>
      <pre className="s s-php">
        <Coloured
          code={`function is_genuine(string $rawBody, string $header, string $secret): bool {
    return hash_equals("sha256=" . hash_hmac("sha256", $rawBody, $secret), $header);
}`}
        />
      </pre>
      <p>
        Whole programs that also look at the time come with the source:{" "}
        {verifySamples.map(({ language, file }, at) => (
          <span key={file}>
            {at === 0 ? "" : ", "}
            {language} (<code>docs/examples/{file}</code>)
          </span>
        ))}
        . The tests hold each against an event that was really delivered; where a language is not installed
        they skip its sample and say so.
      </p>
      <dl className="fields">
        {facts.events.map(({ type, when, note }) => (
          <div key={type}>
            <dt>
              <code>{type}</code>
            </dt>
            <dd>
              {when}. <span className="soft">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <code>data</code> is the object as it was then, with <code>livemode</code>; subscription events add{" "}
        <code>previous_status</code>.
      </p>
      <details>
        <summary>A whole event</summary>
        <pre>
          {JSON.stringify(
            {
              id: "evt_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
              type: "subscription.renewed",
              livemode: true,
              created_at: "2026-01-31T09:30:00+00:00",
              data: facts.schemas.SubscriptionEventData ? eventExample(facts) : {},
            },
            null,
            2,
          )}
        </pre>
      </details>
    </section>
  );
}

function eventExample(facts: ApiFacts) {
  const schema = facts.schemas.SubscriptionEventData;
  return typeof schema === "object" && schema !== null && !Array.isArray(schema) ? schema.example : null;
}

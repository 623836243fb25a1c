/** Sections of the guide: what a seller may do beyond the plain sale. */

export function FreeTrials() {
  return (
    <section aria-labelledby="trials">
      <h2 id="trials">Free trials</h2>
      <p>
        A subscription product with <code>trial_days</code> lets each person begin once without paying: on its
        subscribe page by a code, or by <code>POST /subscriptions</code> with{" "}
        <code>start: &quot;trial&quot;</code> from your server. You hear <code>subscription.activated</code>{" "}
        and need nothing new: <code>has_access</code> is true until <code>trial_ends_at</code>, and there is
        no grace after it. The first payment is <code>subscription.renewed</code>. Choose{" "}
        <code>subscription.trial_ending</code> to hear three days before.
      </p>
    </section>
  );
}

export function PlanChanges() {
  return (
    <section aria-labelledby="plan-changes">
      <h2 id="plan-changes">Another plan</h2>
      <p>
        <code>POST /subscriptions/{"{id}"}/change</code> with <code>preview: true</code> says what another
        plan would cost and when it begins; without it, the change is made where nothing is due, else you get
        a <code>payment_url</code> to send the subscriber to. A plan that costs more or lasts longer begins
        once it is paid, less what unused paid time is worth; any other begins when all paid time is over,
        stands in <code>pending_change</code> until then, and is undone by{" "}
        <code>DELETE /subscriptions/{"{id}"}/change</code>. <code>GET /access</code> names the plan that runs,
        so a check of <code>product_id</code> is right at every instant. Choose{" "}
        <code>subscription.changed</code> to hear when a plan begins.
      </p>
    </section>
  );
}

export function Discounts() {
  return (
    <section aria-labelledby="discounts">
      <h2 id="discounts">Discounts</h2>
      <p>
        <code>POST /discounts</code> makes a code, an offer that applies by itself (<code>is_automatic</code>
        ), or one for batches of codes, which <code>POST /discounts/{"{id}"}/codes</code> makes. Send payers
        to any page with <code>?code=SAVE20</code>, and the price there is the reduced one. Of several the one
        that takes off most applies. An order says <code>discount</code> and <code>discount_code</code>; a
        subscription says what its next payment costs, <code>next_amount</code>, and how long its{" "}
        <code>discount</code> lasts. At 100 % nothing is to pay: the order is paid at once and the subscriber
        goes on to your return URL. Choose <code>discount.redeemed</code> to hear of each.
      </p>
    </section>
  );
}

export function Dialling() {
  return (
    <section aria-labelledby="ussd">
      <h2 id="ussd">Payers without internet</h2>
      <p>
        Where the service has a short code, <code>ussd_code</code> of the store is what a payer dials behind
        it: with <code>*384*77#</code> and the code 125 that is <code>*384*77*125#</code>, from any phone.
        They subscribe, renew, and pay invoices and payment links by number. The menu ends before their phone
        asks for the PIN. You need nothing new: the events and <code>GET /access</code> are the same, and such
        an order says <code>source: &quot;ussd&quot;</code>. A subscription that began so has no{" "}
        <code>ref</code>; its customer has the phone. <code>ussd_code</code> is null where nobody answers.
      </p>
    </section>
  );
}

export function Moving() {
  return (
    <section aria-labelledby="moving">
      <h2 id="moving">Move to Sente</h2>
      <p>
        Subscribers of another provider come along with the time that they have paid for: by a file or a key
        under Subscriptions, Import, or by <code>POST /subscriptions</code> with{" "}
        <code>start: &quot;import&quot;</code> and <code>current_period_end</code>. Nobody is told and no
        event is sent, unless it is ticked at an import: then <code>subscription.activated</code> says{" "}
        <code>imported: true</code>; <code>GET /access</code> is right at once, and <code>imported_from</code>{" "}
        says where they came from. Whoever is there already is 422 <code>already_subscribed</code>. Switch the
        old provider off first, or somebody pays twice.
      </p>
      <h2 id="take-along">Take everything along</h2>
      <p>
        Settings, Take everything along makes one file of all that a store has. Imported into an empty store
        of another instance it gives the same answers to <code>GET /access</code>, under the same ids.
      </p>
    </section>
  );
}

export function Downloads() {
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads">Downloads</h2>
      <p>
        A product with files, links, texts or codes says <code>delivers: true</code>. Its paid orders are{" "}
        <code>fulfilled</code> at once, and <code>items[].download_url</code>, also in <code>order.paid</code>
        , opens what was bought: give it to the buyer alone. It is null before the payment and after a full
        refund. Each file may be taken 20 times in 90 days; what a subscription opens is open while access
        lasts. A digital product that delivers nothing yet leaves its orders <code>processing</code> and{" "}
        <code>unfulfilled</code>, as do codes that are used up.
      </p>
    </section>
  );
}

import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { civilDateIn } from "@/lib/domain/civil-date";
import { formatMoney, type Money } from "@/lib/domain/money";
import { composeUuid } from "@/lib/domain/uuid";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { OpenPayment } from "@/lib/services/money/outside/owed";
import { Allowed } from "../allowed";
import { problemTitles } from "../words";
import { recordPaymentAction } from "./actions";
import { openField, paymentFields } from "./payment-fields";

/** The form for a payment that the seller took themselves, on an order or on an invoice. */
export function RecordForm({
  seller,
  words,
  of,
  owed,
  takesParts,
  open,
  back,
}: {
  seller: CurrentSeller;
  words: DashboardWords;
  of: { order: number } | { invoice: number };
  owed: Money;
  /** Whether a part may be recorded; an order is paid whole. */
  takesParts: boolean;
  open: OpenPayment[];
  back: { href: string; text: string };
}) {
  const world = systemWorld();
  const about = { words, owed };
  const { amount, ...others } = paymentFields;
  const fields = { ...(takesParts ? { amount } : {}), ...others, ...(open.length > 0 ? openField : {}) };
  const key = composeUuid(world.random.bytes(16));
  const day = civilDateIn(world.clock.now(), seller.store.timeZone);
  const [name, id] = "order" in of ? (["order", of.order] as const) : (["invoice", of.invoice] as const);
  return (
    <Allowed seller={seller} act="payment.record" aloud>
      <div className="grid max-w-[40rem] gap-6">
        {open.map((payment, index) => (
          // Two of them may be alike in all that is shown.
          <Notice key={index} tone="warn" title={words.text("takenOpen")}>
            {words.text("takenOpenText", {
              amount: formatMoney({ minor: payment.amountMinor, currency: payment.currency }, words.lang),
              phone: payment.phone ?? words.text("method_card"),
            })}
          </Notice>
        ))}
        <FieldForm
          action={recordPaymentAction}
          submit={
            takesParts
              ? words.text("recordGo")
              : words.text("recordAmount", { amount: formatMoney(owed, words.lang) })
          }
          titles={problemTitles(words)}
          hidden={{
            ...{ [name]: String(id), key, currency: owed.currency },
            seen: sealShown(world, `payment/${key}`, { due: owed }),
          }}
          fields={fieldSpecs(fields, about, { method: "cash", day, agrees: [] })}
          note={<ButtonLink href={back.href}>{back.text}</ButtonLink>}
        />
      </div>
    </Allowed>
  );
}

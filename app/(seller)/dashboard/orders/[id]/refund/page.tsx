import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { fieldAmount, formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { readRefundable } from "@/lib/services/money/out/refunds/quote";
import { problemText } from "@/lib/text/problem";
import { orderPath } from "../../../paths";
import { SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { chooseRefundAction } from "../../actions";
import { byHandKey, findOrder, mayMoveMoney } from "../../order";

export const generateMetadata = titled("refund");

/** First screen: to whom how much goes back, and why. Nothing is written yet. */
export default sellerPage("orders", async (who, { id }) => {
  const { seller, world, words } = who;
  const order = await findOrder(seller, id);
  const refundable = await readRefundable(world, world.db, order);
  const bar = mayMoveMoney(seller) ? null : words.text("onlyAdminsRefund");
  const left = { minor: refundable.ok ? refundable.leftMinor : 0n, currency: order.currency };
  const amount: FieldSpec = {
    ...{ kind: "text", name: "amount", inputMode: "decimal", value: fieldAmount(left, words.lang) },
    label: words.text("amountIn", { currency: order.currency }),
  };
  const [label, help] = [words.text("why"), words.text("whyHelp")];
  const back = (
    <ButtonLink href={orderPath(order.id)}>{words.text("backTo", { number: order.number })}</ButtonLink>
  );
  return (
    <SellerPage
      {...who}
      here={words.text("orderRefund", { number: order.number })}
      title={words.text("refundOrder", { number: order.number })}
      purpose={words.text(refundable.ok && refundable.isByHand ? byHandKey(order) : "refundPurpose")}
    >
      {refundable.ok && bar === null ? (
        <div className="grid max-w-[40rem] gap-6">
          <Facts
            items={facts(words, {
              customer: <bdi className="wrap-anywhere">{words.named(order.customer.name)}</bdi>,
              refundLeft: <strong>{formatMoney(left, words.lang)}</strong>,
            })}
          />
          <FieldForm
            action={chooseRefundAction}
            submit={words.text("continue")}
            hidden={{ id: String(order.id), ...(refundable.takesParts ? {} : { amount: "" }) }}
            note={back}
            fields={[
              ...(refundable.takesParts ? [amount] : []),
              { kind: "text", name: "reason", label, help },
            ]}
          />
        </div>
      ) : (
        <div className="grid gap-4">
          <Notice
            tone="info"
            title={bar ?? (refundable.ok ? "" : problemText(words.lang, say(`refund_${refundable.bar}`)))}
          />
          <div>{back}</div>
        </div>
      )}
    </SellerPage>
  );
});

import { Field } from "./fields";
import type { Words } from "./messages/words";
import { Fact, Off } from "./parts";
import type { OfferFacts, PayFormProps } from "./pay-form-types";

/** How the total comes about. */
export function Total({ words, form }: { words: Words; form: PayFormProps }) {
  const { price, discount, charges, total } = form;
  if (!total) return null;
  const label = discount?.code
    ? words.text("discountOf", { code: discount.code })
    : words.text("discountLine");
  return (
    <dl className="facts sum">
      {price ? <Fact label={words.text("priceLine")}>{price}</Fact> : null}
      {discount ? (
        <div>
          <dt>{label}</dt>
          <dd>
            <Off amount={discount.off} />
          </dd>
          {discount.goesOn ? <Offer words={words} offer={discount.goesOn} /> : null}
        </div>
      ) : null}
      {charges ? <Fact label={words.text("chargesLine")}>{charges.added}</Fact> : null}
      <Fact label={words.text("total")}>
        <strong id="sum">{total}</strong>
      </Fact>
    </dl>
  );
}

function Offer({ words, offer }: { words: Words; offer: OfferFacts }) {
  const { kind, ...values } = offer;
  return <dd className="soft">{words.text(kind === "left" ? "offerLeft" : "offerPeriods", values)}</dd>;
}

/** After the button that pays, because Enter in any field presses the first button of the form. */
export function CodeField(props: { words: Words; form: PayFormProps; problem: string | undefined }) {
  const { words, form, problem } = props;
  const typed = form.values.code ?? "";
  return (
    <details open={typed !== "" || problem !== undefined}>
      <summary>{words.text("haveCode")}</summary>
      <Field
        name="code"
        label={words.text("codeField")}
        hint={form.code?.isOutdone ? words.text("codeOutdone") : undefined}
        problem={problem}
      >
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            defaultValue={typed}
          />
        )}
      </Field>
      <button type="submit" className="btn" name="apply" value="1">
        {words.text("codeApply")}
      </button>
    </details>
  );
}

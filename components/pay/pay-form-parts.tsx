import { Field, fieldId, TextField } from "./fields";
import { asSentence, Fact, Off, type Words, wordsOf } from "./parts";
import type { NetworkChoice, OfferFacts, PayFormField, PayFormProps } from "./pay-form-types";

type Props = PayFormProps & { problemOf: (field: PayFormField) => string | undefined };

/**
 * Mobile money first, card second. Each radio stands beside its fields, so that the style sheet alone can hide the
 * phone while a card is chosen. Without a style sheet everything is visible, and the phone is simply not read.
 */
export function MethodChoice(props: Props) {
  const { page, mobileMoney, card, values, problemOf } = props;
  const words = wordsOf(page.lang);
  if (!mobileMoney || !card) {
    return (
      <>
        <input type="hidden" name="method" value={mobileMoney ? "mobile_money" : "card"} />
        {mobileMoney ? (
          <PhoneFields {...props} mobileMoney={mobileMoney} />
        ) : (
          <>
            <p className="soft">{words.text("cardHint")}</p>
            <Tick {...props} name="renews_card" text={props.renews.card} />
          </>
        )}
      </>
    );
  }
  const chosen = values.method === "card" ? "card" : "mobile_money";
  const problem = problemOf("method");
  return (
    <fieldset className="ways">
      <legend>{words.text("payHow")}</legend>
      {problem ? <p className="err">{problem}</p> : null}
      <input
        type="radio"
        name="method"
        id={fieldId("method")}
        value="mobile_money"
        defaultChecked={chosen === "mobile_money"}
      />
      <label htmlFor={fieldId("method")}>{words.text("mobileMoney")}</label>
      <input type="radio" name="method" id="by-card" value="card" defaultChecked={chosen === "card"} />
      <label htmlFor="by-card">{words.text("card")}</label>
      <div className="mm">
        <PhoneFields {...props} mobileMoney={mobileMoney} />
      </div>
      <div className="cc">
        <p className="soft">{words.text("cardHint")}</p>
        <Tick {...props} name="renews_card" text={props.renews.card} />
      </div>
    </fieldset>
  );
}

type Box = Pick<PayFormProps, "values"> & {
  name: "renews_phone" | "renews_card" | "whatsapp";
  text: string | null;
};

/** Never ticked before the payer ticks it. */
function Tick({ name, text, values }: Box) {
  if (text === null) return null;
  return (
    <p className="box">
      <input
        type="checkbox"
        id={fieldId(name)}
        name={name}
        value="yes"
        defaultChecked={values[name] === "yes"}
      />
      <label htmlFor={fieldId(name)}>{text}</label>
    </p>
  );
}

function namesOf(networks: NetworkChoice[]): string {
  return [...new Set(networks.filter(({ isDown }) => !isDown).map(({ name }) => name))].join(", ");
}

function PhoneFields(props: Props & { mobileMoney: NonNullable<PayFormProps["mobileMoney"]> }) {
  const { page, mobileMoney, values, problemOf } = props;
  const { example, known, networks, isSent } = mobileMoney;
  const words = wordsOf(page.lang);
  const one = (phone: string) => <bdi className="one">{phone}</bdi>;
  return (
    <>
      <TextField
        name="phone"
        label={
          <>
            {words.text("phone")} <span className="soft">{namesOf(networks)}</span>
          </>
        }
        hint={
          <>
            {words.rich(isSent ? "sendFrom" : "phoneHint", { example: one(example) })}
            {known ? <> {words.rich("phoneKnown", { phone: one(known) })}</> : null}
          </>
        }
        problem={problemOf("phone")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={values.phone ?? ""}
      />
      {networks.length > 1 ? <NetworkChoiceLine {...props} /> : null}
      <Tick {...props} name="renews_phone" text={props.renews.phone} />
      {mobileMoney.hasWhatsapp ? (
        <Tick values={values} name="whatsapp" text={words.text("whatsappTick")} />
      ) : null}
    </>
  );
}

/**
 * The number tells its network, so a payer is asked only where it does not, or where they come to choose another. Else
 * one line says how it is told, and opens to the choice.
 */
function NetworkChoiceLine(props: Props & { mobileMoney: NonNullable<PayFormProps["mobileMoney"]> }) {
  const { page, mobileMoney, values, problemOf } = props;
  const words = wordsOf(page.lang);
  const { networks, prefixes } = mobileMoney;
  const down = namesOf(networks.map((one) => ({ ...one, isDown: !one.isDown })));
  const hint = down ? words.text("networkDownHint", { networks: down }) : undefined;
  if (!prefixes || values.network || problemOf("network")) return <NetworkField {...props} hint={hint} />;
  return (
    <>
      {hint ? <p className="lead">{hint}</p> : null}
      <details className="net" data-before={prefixes.before}>
        <summary>
          <strong>{words.text("network")}</strong>
          <span className="soft">{words.text("networkAuto")}</span>
          <u>{words.text("networkChange")}</u>
        </summary>
        <NetworkField {...props} />
      </details>
    </>
  );
}

function NetworkField({ page, mobileMoney, values, problemOf, hint }: Props & { hint?: string | undefined }) {
  const words = wordsOf(page.lang);
  const problem = problemOf("network");
  return (
    <Field name="network" label={words.text("network")} hint={hint} problem={problem} beside>
      {(attributes) => (
        <select {...attributes} defaultValue={values.network ?? ""}>
          <option value="">{problem ? "—" : asSentence(words.text("networkAuto"))}</option>
          {mobileMoney?.networks.map(({ code, name, isDown }, index) => (
            <option key={code} value={code} disabled={isDown} data-is={mobileMoney.prefixes?.of[index]}>
              {isDown ? words.text("networkDown", { network: name }) : name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

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
      <TextField
        name="code"
        label={words.text("codeField")}
        hint={form.code?.isOutdone ? words.text("codeOutdone") : undefined}
        problem={problem}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        defaultValue={typed}
      />
      <button type="submit" className="btn" name="apply" value="1">
        {words.text("codeApply")}
      </button>
    </details>
  );
}

/** Where to bring what is bought, and the phone of who receives it, where the phone that pays does not serve. */
export function DeliveryFields(props: {
  words: Words;
  values: PayFormProps["values"];
  problemOf: (field: PayFormField) => string | undefined;
}) {
  const { words, values, problemOf } = props;
  return (
    <>
      <TextField
        name="contact"
        label={
          <>
            {words.text("contactField")}
            <span className="soft"> {words.text("contactHint")}</span>
          </>
        }
        problem={problemOf("contact")}
        type="tel"
        autoComplete="off"
        maxLength={40}
        defaultValue={values.contact ?? ""}
      />
      <Field
        name="place"
        label={words.text("placeField")}
        hint={words.text("placeHint")}
        problem={problemOf("place")}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            autoComplete="street-address"
            maxLength={200}
            defaultValue={values.place ?? ""}
          />
        )}
      </Field>
    </>
  );
}

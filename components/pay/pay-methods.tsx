import { Field, fieldId } from "./fields";
import { wordsOf } from "./messages/words";
import type { NetworkChoice, PayFormField, PayFormProps } from "./pay-form-types";

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
            <RenewsBox {...props} name="renews_card" text={props.renews.card} />
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
        <RenewsBox {...props} name="renews_card" text={props.renews.card} />
      </div>
    </fieldset>
  );
}

/** Never ticked before the payer ticks it. */
function RenewsBox({
  name,
  text,
  values,
}: {
  name: "renews_phone" | "renews_card";
  text: string | null;
  values: PayFormProps["values"];
}) {
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
  const { example, known, networks } = mobileMoney;
  const words = wordsOf(page.lang);
  const hint = words.text("phoneHint", { example });
  return (
    <>
      <Field
        name="phone"
        label={
          <>
            {words.text("phone")} <span className="soft">{namesOf(networks)}</span>
          </>
        }
        hint={known ? `${hint} ${words.text("phoneKnown", { phone: known })}` : hint}
        problem={problemOf("phone")}
      >
        {(attributes) => (
          <input
            {...attributes}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={40}
            defaultValue={values.phone ?? ""}
          />
        )}
      </Field>
      {networks.length > 1 ? <NetworkField {...props} /> : null}
      <RenewsBox {...props} name="renews_phone" text={props.renews.phone} />
    </>
  );
}

function NetworkField({ page, mobileMoney, values, problemOf }: Props) {
  const words = wordsOf(page.lang);
  const networks = mobileMoney?.networks ?? [];
  const down = namesOf(networks.map((one) => ({ ...one, isDown: !one.isDown })));
  return (
    <Field
      name="network"
      label={words.text("network")}
      hint={down ? words.text("networkDownHint", { networks: down }) : undefined}
      problem={problemOf("network")}
      beside
    >
      {(attributes) => (
        <select {...attributes} defaultValue={values.network ?? ""}>
          <option value="">{words.text("networkAuto")}</option>
          {networks.map(({ code, name, isDown }) => (
            <option key={code} value={code} disabled={isDown}>
              {isDown ? words.text("networkDown", { network: name }) : name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

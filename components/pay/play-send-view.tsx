import { PayDocument } from "./document";
import { Field, TextField } from "./fields";
import { ButtonLine, Go, Note, Theirs, wordsOf } from "./parts";
import type { PayPage } from "./types";

export type PlaySendViewProps = {
  page: PayPage;
  /** This page; it is posted to. */
  action: string;
  phoneHref: string;
  phone: string;
  fates: readonly ("arrives" | "lost" | "twice" | "forged")[];
  typed: { number: string; amount: string; fate: string };
  /** Null before anything was sent. `code`: the number of the payment. */
  done:
    | { kind: "moved" | "forged"; code: string }
    | { kind: "nobody" | "no_amount" }
    | { kind: "too_little"; there: string }
    | null;
};

/** Sending money to a number from the simulated phone, and what becomes of the message about it. */
export function PlaySendView({ page, action, phoneHref, phone, fates, typed, done }: PlaySendViewProps) {
  const words = wordsOf(page.lang);
  const values = { code: "", there: "", ...done };
  return (
    <PayDocument page={page} title={words.text("playSend")}>
      {done ? (
        <Note tone={done.kind === "moved" ? "ok" : "info"} title={words.text(`play_${done.kind}`, values)} />
      ) : null}
      <h1>{words.text("playSend")}</h1>
      <p className="lead">{words.rich("handsetTitle", { phone: <Theirs>{phone}</Theirs> })}</p>
      <form action={action} method="post" className="pay">
        <TextField
          name="number"
          label={words.text("playTo")}
          type="tel"
          autoComplete="off"
          maxLength={20}
          defaultValue={typed.number}
        />
        <TextField
          name="amount"
          label={words.text("tillAmount")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          defaultValue={done?.kind === "moved" ? "" : typed.amount}
        />
        <Field name="fate" label={words.text("playFate")} hint={words.text("playFateHint")}>
          {(attributes) => (
            <select {...attributes} defaultValue={typed.fate}>
              {fates.map((fate) => (
                <option key={fate} value={fate}>
                  {words.text(`playFate_${fate}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Go>{words.text("playGo")}</Go>
      </form>
      <ButtonLine to={phoneHref}>{words.text("handsetTitle", { phone })}</ButtonLine>
    </PayDocument>
  );
}

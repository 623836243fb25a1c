import { PayDocument } from "./document";
import { Field, ProblemSummary, TextField } from "./fields";
import { ButtonLine, Go, Note, Press, Theirs, Written, wordsOf } from "./parts";
import { payScript } from "./pay-css";
import type { PayPage } from "./types";

export type HandsetViewProps = {
  page: PayPage;
  action: string;
  phone: string;
  prompts: { attemptId: string; text: string; label: string }[];
  /** What was written to it, newest first. */
  texts: string[];
  /** Where a code is dialled on it; null where nobody answers. */
  dialHref: string | null;
  /** Where it pays at a till; null where no store has one. */
  tillHref: string | null;
  /** Where it sends money to a number; null where no store is paid so. */
  sendHref: string | null;
  /** What is on it and was written to it, where it is a store's own; newest first. */
  sim: { balance: string; texts: { text: string; isTold: boolean }[] } | null;
  /** What came by WhatsApp, newest first, with the buttons that were not pressed yet. */
  chat: { id: string; text: string; buttons: { payload: string; label: string }[] }[];
  /** The button that was just pressed, and the way back to that payment. */
  done: { answer: "paid" | "wrong_pin" | "declined" | "ignored" | "gone"; backHref: string | null } | null;
};

const emptySeconds = 4;

/** The payer's phone, as the sandbox simulates it. */
export function HandsetView({
  page,
  action,
  phone,
  prompts,
  texts,
  dialHref,
  tillHref,
  sendHref,
  sim,
  chat,
  done,
}: HandsetViewProps) {
  const words = wordsOf(page.lang);
  const looks = prompts.length === 0 && chat.length === 0 && !done && !sim;
  return (
    <PayDocument
      page={page}
      title={words.text("handsetTitle", { phone })}
      script={payScript}
      refresh={looks ? { seconds: emptySeconds, to: null } : undefined}
    >
      {done ? (
        <Note tone={done.answer === "paid" ? "ok" : "info"} title={words.text(`handset_${done.answer}`)} />
      ) : null}
      <h1>{words.rich("handsetTitle", { phone: <Theirs>{phone}</Theirs> })}</h1>
      <p className="lead" {...(looks ? { "data-go": emptySeconds } : {})}>
        {words.text(looks ? "handsetEmpty" : "handsetText")}
      </p>
      {done?.backHref ? (
        <ButtonLine to={done.backHref} main>
          {words.text("handsetBack")}
        </ButtonLine>
      ) : null}
      {dialHref ? <ButtonLine to={dialHref}>{words.text("handsetDial")}</ButtonLine> : null}
      {tillHref ? <ButtonLine to={tillHref}>{words.text("tillTitle")}</ButtonLine> : null}
      {sendHref ? <ButtonLine to={sendHref}>{words.text("playSend")}</ButtonLine> : null}
      {sim ? <SimPart {...{ words, action, sim }} /> : null}
      {prompts.map((prompt) => (
        <form key={prompt.attemptId} action={action} method="post" className="phone">
          <input type="hidden" name="attempt" value={prompt.attemptId} />
          <Written look="big" text={prompt.text} />
          <Written look="soft" text={prompt.label} />
          <Field
            name={`pin-${prompt.attemptId}`}
            label={words.text("handsetPin")}
            hint={words.text("handsetPinHint")}
          >
            {(attributes) => (
              <input
                {...attributes}
                name="pin"
                type="password"
                inputMode="numeric"
                autoComplete="off"
                maxLength={8}
              />
            )}
          </Field>
          <div className="act">
            <button type="submit" name="act" value="approve" className="btn pri">
              {words.text("handsetApprove")}
            </button>
            <button type="submit" name="act" value="decline" className="btn">
              {words.text("handsetDecline")}
            </button>
            <button type="submit" name="act" value="ignore" className="btn">
              {words.text("handsetIgnore")}
            </button>
          </div>
        </form>
      ))}
      {chat.length > 0 ? <h2>WhatsApp</h2> : null}
      {chat.map(({ id, text, buttons }) => (
        <form key={id} action={action} method="post" className="phone">
          <input type="hidden" name="about" value={id} />
          <input type="hidden" name="act" value="whatsapp" />
          <Written look="text" text={text} />
          <div className="act">
            {buttons.map(({ payload, label }) => (
              <button key={payload} type="submit" name="payload" value={payload} className="btn">
                {label}
              </button>
            ))}
          </div>
          <TextField name="reply" label={words.text("handsetReply")} type="text" maxLength={500} />
          <button type="submit" name="payload" value="" className="btn">
            {words.text("handsetSend")}
          </button>
        </form>
      ))}
      {texts.length > 0 ? <h2>{words.text("handsetTexts")}</h2> : null}
      {texts.map((text) => (
        <p key={text} className="text">
          <Theirs>{text}</Theirs>
        </p>
      ))}
    </PayDocument>
  );
}

/** What is on a store's phone, and what its network wrote; what the store did not hear can be forwarded again. */
function SimPart({
  words,
  action,
  sim,
}: {
  words: ReturnType<typeof wordsOf>;
  action: string;
  sim: NonNullable<HandsetViewProps["sim"]>;
}) {
  return (
    <>
      <p className="text big">{words.rich("playBalance", { amount: <strong>{sim.balance}</strong> })}</p>
      {sim.texts.some(({ isTold }) => !isTold) ? (
        <form action={action} method="post" className="pay">
          <button type="submit" name="act" value="forward" className="btn">
            {words.text("playForward")}
          </button>
        </form>
      ) : null}
      {sim.texts.map(({ text, isTold }) => (
        <p key={text} className="text">
          <Theirs>{text}</Theirs> {isTold ? null : <em>{words.text("playLost")}</em>}
        </p>
      ))}
    </>
  );
}

export type CardViewProps = {
  page: PayPage;
  action: string;
  amount: string;
  label: string;
  step: "card" | "three_d_secure" | "done";
  /** The accepted card numbers: the browser refuses any other before sending it. */
  pattern: string;
  problem: "not_a_test_card" | "expiry_unreadable" | "expiry_past" | "cvc_unreadable" | null;
  returnHref: string;
};

/** The card page of the sandbox and its bank's question. */
export function CardPageView(props: CardViewProps) {
  const { page, step, amount } = props;
  const words = wordsOf(page.lang);
  const titles = {
    card: words.text("cardTitle", { amount }),
    three_d_secure: words.text("bankTitle"),
    done: words.text("cardDoneTitle"),
  };
  return (
    <PayDocument page={page} title={titles[step]}>
      {step === "card" ? <CardForm {...props} title={titles.card} /> : <h1>{titles[step]}</h1>}
      {step === "three_d_secure" ? <BankForm {...props} /> : null}
      {step === "done" ? (
        <ButtonLine to={props.returnHref} main>
          {words.text("handsetBack")}
        </ButtonLine>
      ) : null}
    </PayDocument>
  );
}

function CardForm(props: CardViewProps & { title: string }) {
  const { page, action, amount, label, problem, pattern, title } = props;
  const words = wordsOf(page.lang);
  const text = problem ? words.text(`card_${problem}`) : undefined;
  const field = problem === "not_a_test_card" ? "number" : problem === "cvc_unreadable" ? "cvc" : "expiry";
  const problemOf = (name: string) => (name === field ? text : undefined);
  return (
    <>
      <ProblemSummary words={words} problems={text ? [{ field, text }] : []} />
      <h1>{title}</h1>
      <Written look="lead" text={label} />
      <p className="text">{words.text("cardText")}</p>
      <form action={action} method="post" className="pay">
        <input type="hidden" name="act" value="pay" />
        <TextField
          name="number"
          label={words.text("cardNumber")}
          hint={words.text("cardNumberHint")}
          problem={problemOf("number")}
          inputMode="numeric"
          autoComplete="off"
          required
          pattern={pattern}
          title={words.text("card_not_a_test_card")}
        />
        <TextField
          name="expiry"
          label={words.text("cardExpiry")}
          hint={words.text("cardExpiryHint")}
          problem={problemOf("expiry")}
          autoComplete="off"
          maxLength={9}
        />
        <TextField
          name="cvc"
          label={words.text("cardCvc")}
          hint={words.text("cardCvcHint")}
          problem={problemOf("cvc")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
        />
        <Go>{words.text("payButton", { total: amount })}</Go>
      </form>
      <Press form={{ action, fields: { act: "cancel" } }}>{words.text("cardCancel")}</Press>
      <TestCards page={page} />
    </>
  );
}

const cards = [
  ["4242 4242 4242 4242", "cardPaid"],
  ["5555 5555 5555 4444", "cardPaid"],
  ["4000 0025 0000 3155", "cardAsks"],
  ["4000 0000 0000 0002", "cardDeclined"],
  ["4000 0000 0000 9995", "cardFunds"],
  ["4000 0000 0000 0069", "cardDated"],
  ["4000 0000 0000 0127", "cardCode"],
  ["4000 0000 0000 0119", "cardBroken"],
  ["4000 0000 0000 5126", "cardRefund"],
  ["4000 0000 0000 0341", "cardKeptDeclined"],
  ["4000 0000 0000 9979", "cardKeptRefused"],
] as const;

function TestCards({ page }: { page: PayPage }) {
  const words = wordsOf(page.lang);
  return (
    <details>
      <summary>{words.text("cardOthers")}</summary>
      <dl className="facts">
        {cards.map(([number, key]) => (
          <div key={number}>
            <dt>{number}</dt>
            <dd>{words.text(key)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function BankForm({ page, action, amount, label }: CardViewProps) {
  const words = wordsOf(page.lang);
  return (
    <>
      <p className="text big">{words.rich("bankText", { amount, label: <Theirs>{label}</Theirs> })}</p>
      <form action={action} method="post" className="act">
        <button type="submit" name="act" value="approve" className="btn pri">
          {words.text("bankYes")}
        </button>
        <button type="submit" name="act" value="fail" className="btn">
          {words.text("bankNo")}
        </button>
      </form>
    </>
  );
}

import type { AttemptState, AttemptViewProps } from "./attempt-types";
import { ProblemSummary, TextField } from "./fields";
import { asSentence, Go, Note, PlainLine, Theirs, wordsOf } from "./parts";

type Props = AttemptViewProps & { state: Extract<AttemptState, { kind: "send" }> };

/** Nobody is asked at a phone: the payer sends the money, and the message of the network settles it. */
export function SendStep(props: Props) {
  const { page, facts, state, action } = props;
  const words = wordsOf(page.lang);
  const number = <bdi className="one">{state.number}</bdi>;
  return (
    <>
      {state.isKept ? <Note tone="info" title={words.text("sendKept")} /> : null}
      <h1>{words.rich("sendTitle", { amount: facts.amount, number })}</h1>
      <p className="text big">
        {words.rich("sendText", {
          amount: <strong>{facts.amount}</strong>,
          number: <strong>{number}</strong>,
          seller: <Theirs>{facts.seller}</Theirs>,
        })}
      </p>
      {state.asksCode ? (
        <CodeForm {...props} />
      ) : (
        <PlainLine to={`${action}?code=1`}>{words.text("sendHasCode")}</PlainLine>
      )}
    </>
  );
}

function CodeForm({ page, facts, state, action }: Props) {
  const words = wordsOf(page.lang);
  const problem = state.isMissing ? words.text("sendMissing") : undefined;
  const network = facts.network ?? words.text("yourBank");
  return (
    <>
      <ProblemSummary words={words} problems={problem ? [{ field: "code", text: problem }] : []} />
      {state.hides ? <p className="text">{asSentence(words.text("sendHidden", { network }))}</p> : null}
      <form action={action} method="post" className="pay" noValidate>
        <input type="hidden" name="act" value="sent" />
        <TextField
          name="code"
          label={words.text("sendCode")}
          problem={problem}
          inputMode="text"
          autoComplete="off"
          maxLength={500}
        />
        <Go>{words.text("sendGo")}</Go>
      </form>
    </>
  );
}

import { Field, ProblemSummary, problemText, TextField } from "./fields";
import { HiddenFields, Note, SellerName, Theirs, type Words, wordsOf } from "./parts";
import { CodeField, DeliveryFields, MethodChoice, Total } from "./pay-form-parts";
import type { LiveTotal, PayFormField, PayFormProps } from "./pay-form-types";
import { EarlierNote, OpenNote } from "./pay-notes";
import type { PayPage } from "./types";

/** The form, or a sentence that payments are not open yet: null means that no way to pay is configured. */
export function PaySection({ page, form }: { page: PayPage; form: PayFormProps | null }) {
  const words = wordsOf(page.lang);
  if (form) return <PayForm {...form} />;
  return (
    <div className="act">
      <Note tone="warn" title={words.text("subscribeClosed")}>
        {words.rich("subscribeClosedNext", { seller: <SellerName page={page} /> })}
      </Note>
    </div>
  );
}

/**
 * The only payment form: the questions, the way to pay, the total, and a button that names it. It posts to its own
 * page; the form's id makes repeated presses one payment. Use it below the page's own heading.
 */
function PayForm(props: PayFormProps) {
  const { page } = props;
  const words = wordsOf(page.lang);
  const problems = problemsOf(props);
  return (
    <>
      <ProblemSummary words={words} problems={problems} isBeforePaying />
      {props.earlier ? <EarlierNote words={words} earlier={props.earlier} /> : null}
      {props.open ? <OpenNote words={words} open={props.open} /> : null}
      {props.confirms && props.total ? (
        <Note tone="info" title={words.text("confirmTitle")}>
          {words.text(props.charges ? "confirmText" : "confirmTotal", { total: props.total })}
        </Note>
      ) : null}
      <form action={props.action} method="post" className="pay" id="pay" noValidate>
        <HiddenFields fields={{ ...props.fields, id: props.formId, seen: props.seen }} />
        {props.shown === null ? null : <HiddenFields fields={{ shown: props.shown }} />}
        <Asked {...props} />
        <MethodChoice {...props} problemOf={problemIn(problems)} />
        <PayerFields {...props} />
        {props.price || props.confirms ? <Total words={words} form={props} /> : null}
        <button type="submit" className="btn pri" id="go">
          {buttonText(words, props)}
        </button>
        <p className="safe">{words.text("safe")}</p>
        {props.till ? <p className="text">{props.till}</p> : null}
        {props.code ? <CodeField words={words} form={props} problem={problemIn(problems)("code")} /> : null}
      </form>
    </>
  );
}

function buttonText(words: Words, { isFree, total }: PayFormProps): string {
  if (isFree) return words.text("payNothing");
  return total ? words.text("payButton", { total }) : words.text("payButtonOpen");
}

/** The seller's questions: how much, how many, and the answer to a question. */
function Asked(props: PayFormProps) {
  const { page, amount, quantity, question, values } = props;
  const words = wordsOf(page.lang);
  const problemOf = problemIn(problemsOf(props));
  return (
    <>
      {amount ? <AmountInput {...props} amount={amount} /> : null}
      {quantity ? (
        <TextField
          name="quantity"
          label={words.text("quantity")}
          hint={quantity.max < quantityToldMax ? words.text("quantityMax", { max: quantity.max }) : undefined}
          problem={problemOf("quantity")}
          beside
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.quantity ?? "1"}
          data-max={quantity.max}
          {...liveOf(words, quantity.live)}
        />
      ) : null}
      {question ? (
        <TextField
          name="answer"
          label={<Theirs>{question}</Theirs>}
          problem={problemOf("answer")}
          maxLength={1000}
          defaultValue={values.answer ?? ""}
        />
      ) : null}
    </>
  );
}

/** A larger limit is said only to who typed more. */
const quantityToldMax = 100;

/** The data with which the script names the total while the payer types. */
function liveOf(words: Words, live: LiveTotal | null) {
  if (!live) return {};
  return {
    "data-total": words.text("payButton", { total: "%" }),
    "data-open": words.text("payButtonOpen"),
    ...(live.each === null ? {} : { "data-each": live.each }),
    "data-decimals": live.decimals,
    "data-currency": live.currency,
    "data-marks": live.marks,
  };
}

function AmountInput(props: PayFormProps & { amount: NonNullable<PayFormProps["amount"]> }) {
  const { page, amount, values } = props;
  const words = wordsOf(page.lang);
  return (
    <>
      <Field
        name="amount"
        label={words.text("amount")}
        hint={rangeOf(words, amount)}
        problem={problemIn(problemsOf(props))("amount")}
      >
        {(attributes) => (
          <span className="pre">
            <span aria-hidden="true">{amount.currency}</span>
            <input
              {...attributes}
              aria-label={`${words.text("amount")}, ${amount.currency}`}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={values.amount ?? ""}
              {...liveOf(words, amount.live)}
            />
          </span>
        )}
      </Field>
      {amount.quick.length > 0 ? (
        <p className="quick">
          {amount.quick.map(({ value, label, href }) => (
            <a key={value} className="btn" href={href} data-fill={value}>
              {label}
            </a>
          ))}
        </p>
      ) : null}
    </>
  );
}

function rangeOf(words: Words, { min, max }: NonNullable<PayFormProps["amount"]>): string | null {
  if (min && max) return words.text("amountRange", { min, max });
  if (min) return words.text("amountMin", { min });
  return max ? words.text("amountMax", { max }) : null;
}

/** The payer's name and contact, only where useful: for the receipt, or because the seller asks. */
function PayerFields(props: PayFormProps) {
  const { page, values } = props;
  const words = wordsOf(page.lang);
  const problemOf = problemIn(problemsOf(props));
  const optional = <span className="soft"> {words.text("optional")}</span>;
  return (
    <>
      {props.name ? (
        <TextField
          name="name"
          label={
            <>
              {words.text("payerName")}
              {props.delivery ? null : optional}
            </>
          }
          problem={problemOf("name")}
          type="text"
          autoComplete="name"
          maxLength={255}
          defaultValue={values.name ?? ""}
        />
      ) : null}
      {props.delivery ? <DeliveryFields words={words} values={values} problemOf={problemOf} /> : null}
      {props.email === "no" ? null : (
        <TextField
          name="email"
          label={
            <>
              {words.text("emailField")}
              <span className="soft">
                {" "}
                {words.text(props.email === "optional" ? "emailOptional" : "emailHint")}
              </span>
            </>
          }
          problem={problemOf("email")}
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={255}
          defaultValue={values.email ?? ""}
        />
      )}
    </>
  );
}

/** The problems in words. The problem of a field that this form does not show appears only above. */
function problemsOf(props: PayFormProps): { field: string; text: string }[] {
  const { page, mobileMoney, amount, total, country } = props;
  const form: Record<string, string> = {
    example: mobileMoney?.example ?? "",
    country,
    min: amount?.min ?? "",
    max: amount?.max ?? "",
    total: total ?? "",
  };
  const shown: Partial<Record<PayFormField, boolean>> = {
    amount: amount !== null,
    quantity: props.quantity !== null,
    answer: props.question !== null,
    method: mobileMoney !== null && props.card,
    phone: mobileMoney !== null,
    network: mobileMoney !== null,
    email: props.email !== "no",
    name: props.name,
    contact: props.delivery,
    place: props.delivery,
    code: props.code !== null,
  };
  return props.problems.map((problem) => ({
    field: new Map(Object.entries(shown)).get(problem.field) ? problem.field : "form",
    text: problemText(page, problem, form),
  }));
}

function problemIn(problems: { field: string; text: string }[]) {
  return (field: PayFormField): string | undefined => problems.find((one) => one.field === field)?.text;
}

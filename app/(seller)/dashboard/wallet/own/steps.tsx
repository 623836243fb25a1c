import type { ReactNode } from "react";
import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { knownKey } from "@/components/dashboard/messages/words";
import { Press, TextLink } from "@/components/dashboard/pieces";
import { Disclosure, Notice, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { ReloadSoon } from "@/components/ui/reload-soon";
import { formatMoney } from "@/lib/domain/money";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { composeUuid } from "@/lib/domain/token";
import type { AccountView } from "@/lib/services/desk/own-accounts/read";
import { readTrial, type Trial, trialOf } from "@/lib/services/desk/own-accounts/try";
import type { PhoneView } from "@/lib/services/money/phone/read";
import { orderPath } from "../../paths";
import type { AtStore } from "../../words";
import { keepTrialAction, tryAccountAction } from "./actions";

type Step = { name: string; isDone: boolean; body?: ReactNode };

/** The way to a payment in one's own account, as far as it is done; what is next stands out. */
export function StepList({ steps, words }: { steps: Step[]; words: AtStore["words"] }) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className="grid gap-2 pt-4">
      {steps.map(({ name, isDone, body }, at) => (
        <li
          key={name}
          aria-current={at === next ? "step" : undefined}
          className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2"
        >
          <span aria-hidden="true" className={isDone ? "text-ok" : "text-ink-2 tabular-nums"}>
            {isDone ? "✓" : `${at + 1}.`}
          </span>
          <div className="min-w-0">
            <p className={at === next ? "font-medium" : "text-ink-2"}>
              {name}
              {isDone ? <span className="sr-only">, {words.text("ownStepDone")}</span> : null}
            </p>
            {body}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The four steps, the first of them done. */
export function stepsOf(
  words: AtStore["words"],
  done: number,
  { rail, amount }: { rail: string | null; amount?: string | null },
): Step[] {
  const isPhone = rail === "phone";
  const names = [
    words.text("ownStep_choose"),
    words.text(isPhone ? "ownStep_keysPhone" : "ownStep_keys"),
    words.text(isPhone ? "ownStep_checkPhone" : "ownStep_check"),
  ];
  const last = amount ? words.text("ownStep_try", { amount }) : words.text("ownStep_trySmall");
  return [...names, last].map((name, at) => ({ name, isDone: at < done }));
}

/** The four steps at the page of an account. Once all are done they are one line, and can be gone again. */
export async function Steps(props: { who: AtStore; account: AccountView; phone: PhoneView | null }) {
  const { who, account, phone } = props;
  const { world, caller, words, seller } = who;
  const { key, state, till, came } = account;
  const trial = await readTrial(world, caller, key);
  const way = await trialOf(world, key, seller.store);
  const amount = way ? formatMoney(way.amount, words.lang) : null;
  const isPaid = trial ? trial.state === "paid" || trial.state === "returned" : came.length > 0;
  const isTold = phone && phone.state !== "new" && (phone.heardAt !== null || phone.playPath !== null);
  const isChecked = state === "on" && (isTold ?? till?.isHeard !== false);
  const became = trial ? <Became {...{ trial, account, who }} /> : null;
  const form =
    way && trial?.state !== "waiting" && trial?.state !== "paid" ? (
      <div className="pt-3">
        <TryForm {...{ who, account, way }} />
      </div>
    ) : null;
  const how = phone ? null : <p className="text-label text-ink-2">{words.text("ownCheckHow")}</p>;
  if (isPaid && isChecked)
    return (
      <div className="mb-8">
        {became}
        {form ? <Disclosure summary={words.text("ownStepsDone")}>{form}</Disclosure> : null}
      </div>
    );
  // Prompts work where the till is not heard, and paying shows whether it is.
  const last = (
    <>
      {became}
      {form}
    </>
  );
  const bodies = [null, null, isChecked ? null : how, last];
  const isDone = [true, true, isChecked, isPaid];
  const steps = stepsOf(words, 0, { rail: account.rail, amount }).map((step, at) => ({
    ...step,
    ...{ isDone: isDone[at] === true, body: bodies[at] },
  }));
  return (
    <div className="mb-8">
      <Section title={words.text("ownSteps")}>
        <StepList {...{ steps, words }} />
      </Section>
    </div>
  );
}

/** A phone is asked for; a card is asked for by its own page. */
function TryForm(props: {
  who: AtStore;
  account: AccountView;
  way: NonNullable<Awaited<ReturnType<typeof trialOf>>>;
}) {
  const { who, account, way } = props;
  const { words, world } = who;
  const isPhone = way.method === "mobile_money";
  const isSent = account.till?.kind === "phone";
  const networks = way.networks.map(({ code, displayName }) => ({ value: code, label: displayName }));
  const phone: FieldSpec = {
    ...{
      kind: "text",
      name: "customerPhone",
      label: words.text(isSent ? "ownTrySendPhone" : "ownTryPhone"),
      autoComplete: "tel",
    },
  };
  const network: FieldSpec = {
    ...{ kind: "select", name: "network", label: words.text("network"), folded: true },
    options: [{ value: "", label: "–" }, ...networks],
  };
  return (
    <FieldForm
      action={tryAccountAction}
      hidden={{ id: account.key, press: composeUuid(world.random.bytes(16)) }}
      submit={words.text(isSent ? "ownTrySendGo" : isPhone ? "ownTryGo" : "ownTryCard")}
      look="secondary"
      more={words.text("network")}
      fields={isPhone ? [phone, ...(networks.length > 1 ? [network] : [])] : []}
    />
  );
}

/** What became of the payment to oneself; what came can be given back or kept. */
function Became({ trial, account, who }: { trial: Trial; account: AccountView; who: AtStore }) {
  const { words } = who;
  const amount = formatMoney(trial.amount, words.lang);
  const order = orderPath(trial.orderId);
  const hides = phoneNetworkOf(account.shown.network ?? "")?.hidesPhones === true;
  switch (trial.state) {
    case "waiting":
      return (
        <div className="grid gap-2 pt-2">
          <p role="status">
            {account.till?.kind === "phone"
              ? words.text("ownTrySendWaits", { amount, number: account.till.number })
              : words.text("ownTryWaits", { amount })}
          </p>
          <p>
            {hides ? `${words.text("ownTrySendHidden")} ` : null}
            <TextLink href={`/attempt/${trial.token}${hides ? "?code=1" : ""}`}>{trial.number}</TextLink>
          </p>
          <ReloadSoon />
        </div>
      );
    case "failed":
      return (
        <div className="pt-2">
          <Notice tone="bad" title={words.text("ownTryFailed")}>
            {words.text("theReason", {
              reason: words.loose(knownKey(`because_${trial.reason}`) ?? "because_unknown", {}),
            })}
          </Notice>
        </div>
      );
    case "returned":
      return <p className="pt-2">{words.text("ownTryBack", { amount })}</p>;
    case "paid":
      return (
        <div className="grid gap-3 pt-2">
          <Notice tone="ok" title={words.text("ownTryPaid", { amount })}>
            {words.text("ownTryPaidHow", { number: trial.number })}
          </Notice>
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={`${order}/refund`}>{words.text("giveBack")}</ButtonLink>
            <Press action={keepTrialAction} fields={{ id: account.key }}>
              {words.text("ownTryKeep")}
            </Press>
          </div>
        </div>
      );
  }
}

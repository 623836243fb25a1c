"use client";

import { useActionState } from "react";
import { Problems, type ProblemTitles } from "@/app/_forms/field-form";
import { type FieldSpec, FormField, HiddenFields } from "@/app/_forms/form-field";
import { pressedOnce } from "@/app/_forms/pressed-once";
import { StoreForm } from "@/components/dashboard/store-form";
import { StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import type { FormState } from "@/lib/auth/form-state";
import type { InvoiceDelivery } from "@/lib/resources/invoice-input";
import type { Deliveries } from "../actions";

type SendState = FormState<Deliveries>;
const fresh: SendState = { tries: 0, message: null, errors: {}, values: {}, result: null };

/** In the page's language: "E-mail sent" and the like, by channel and outcome. */
export interface SendTexts {
  sendBy: string;
  went: Record<InvoiceDelivery["channel"], Record<InvoiceDelivery["status"], string>>;
  problems: ProblemTitles;
}

const tones = { sent: "plain", kept: "warn", failed: "bad" } as const;

/** Sends the invoice and shows the outcome of each channel. */
export function SendForm({
  action,
  hidden,
  channels,
  submit,
  texts,
}: {
  action: (previous: SendState, form: FormData) => Promise<SendState>;
  hidden: Record<string, string>;
  channels: { value: string; label: string; help?: string }[];
  submit: string;
  texts: SendTexts;
}) {
  const [state, send, pending] = useActionState(action, fresh);
  const field: FieldSpec = {
    kind: "boxes",
    name: "channels",
    label: texts.sendBy,
    value: channels.map(({ value }) => value),
    options: channels,
  };
  return (
    <StoreForm
      action={send}
      onSubmit={pressedOnce(pending)}
      noValidate
      className="grid max-w-[30rem] gap-4 pt-4"
    >
      <Problems state={state} fields={[field]} titles={texts.problems} />
      {state.result ? (
        <div role="status">
          <ul className="grid gap-2">
            {state.result.deliveries.map(({ channel, status, reason }) => (
              <li key={channel}>
                <StatusMark tone={tones[status]}>{texts.went[channel][status]}</StatusMark>
                {reason ? <p className="text-ink-2">{reason}</p> : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <HiddenFields fields={hidden} state={state} />
      <FormField key={state.tries} field={field} state={state} />
      <div>
        <Button look="primary" aria-busy={pending}>
          {submit}
        </Button>
      </div>
    </StoreForm>
  );
}

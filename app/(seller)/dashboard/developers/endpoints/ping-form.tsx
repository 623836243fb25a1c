"use client";

import { useActionState } from "react";
import { Problems } from "@/app/_forms/field-form";
import { StoreForm } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code";
import { Notice } from "@/components/ui/notice";
import type { FormState } from "@/lib/auth/form-state";

export interface PingAnswer {
  ok: boolean;
  statusCode: number | null;
  errorMessage: string | null;
  durationMs: number;
  responseBody: string | null;
  eventId: string;
}
export type PingState = FormState<PingAnswer>;

const fresh: PingState = { tries: 0, message: null, errors: {}, values: {}, result: null };

/** Sends a ping and shows what the endpoint answered, in place. */
export function PingForm({
  action,
  hidden,
}: {
  action: (previous: PingState, form: FormData) => Promise<PingState>;
  hidden: { id: string; mode: string };
}) {
  const [state, send, pending] = useActionState(action, fresh);
  return (
    <StoreForm action={send} className="grid gap-4">
      <input type="hidden" name="id" value={hidden.id} />
      <input type="hidden" name="mode" value={hidden.mode} />
      <Problems state={state} fields={[]} />
      <div>
        <Button aria-busy={pending}>Send test ping</Button>
      </div>
      {state.result ? <Answer answer={state.result} mode={hidden.mode} /> : null}
    </StoreForm>
  );
}

function Answer({ answer, mode }: { answer: PingAnswer; mode: string }) {
  const said =
    answer.statusCode === null
      ? (answer.errorMessage ?? "No answer came")
      : `It answered ${answer.statusCode}`;
  return (
    <Notice
      tone={answer.ok ? "ok" : "bad"}
      title={
        answer.ok
          ? `${said} after ${answer.durationMs} ms`
          : `${said}, after ${answer.durationMs} ms. Only 2xx counts as received`
      }
    >
      <p>
        <a
          className="underline underline-offset-2"
          href={`/dashboard/developers/events/${answer.eventId}?mode=${mode}`}
        >
          See the ping in the event log
        </a>
      </p>
      {answer.responseBody ? (
        <div className="mt-2">
          <CodeBlock label="Answer">{answer.responseBody}</CodeBlock>
        </div>
      ) : null}
    </Notice>
  );
}

"use client";

import { useActionState } from "react";
import { Problems, type ProblemTitles } from "@/app/_forms/field-form";
import { TextLink } from "@/components/dashboard/pieces";
import { StoreForm } from "@/components/dashboard/store-form";
import { Notice } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/copy-button";
import type { FormState } from "@/lib/auth/form-state";

export interface PingAnswer {
  ok: boolean;
  /** What it answered, in a sentence. */
  said: string;
  responseBody: string | null;
  eventId: string;
}
export type PingState = FormState<PingAnswer>;

interface PingWords {
  send: string;
  see: string;
  answer: string;
  titles: ProblemTitles;
}

const fresh: PingState = { tries: 0, message: null, errors: {}, values: {}, result: null };

/** Sends a ping and shows what the endpoint answered, in place. */
export function PingForm({
  action,
  hidden,
  words,
}: {
  action: (previous: PingState, form: FormData) => Promise<PingState>;
  hidden: { id: string; mode: string };
  words: PingWords;
}) {
  const [state, send, pending] = useActionState(action, fresh);
  return (
    <StoreForm action={send} className="grid gap-4">
      <input type="hidden" name="id" value={hidden.id} />
      <input type="hidden" name="mode" value={hidden.mode} />
      <Problems state={state} fields={[]} titles={words.titles} />
      <div>
        <Button look="primary" aria-busy={pending}>
          {words.send}
        </Button>
      </div>
      {state.result ? <Answer answer={state.result} mode={hidden.mode} words={words} /> : null}
    </StoreForm>
  );
}

function Answer({ answer, mode, words }: { answer: PingAnswer; mode: string; words: PingWords }) {
  return (
    <Notice tone={answer.ok ? "ok" : "bad"} title={answer.said}>
      <p>
        <TextLink href={`/dashboard/developers/events/${answer.eventId}?mode=${mode}`}>{words.see}</TextLink>
      </p>
      {answer.responseBody ? (
        <div className="mt-2">
          <CodeBlock label={words.answer}>{answer.responseBody}</CodeBlock>
        </div>
      ) : null}
    </Notice>
  );
}

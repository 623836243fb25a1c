"use client";

import { useActionState } from "react";
import { FormBody } from "@/app/_forms/field-form";
import { TextLink } from "@/components/dashboard/pieces";
import { Notice } from "@/components/ui/blocks";
import { CodeBlock } from "@/components/ui/copy-button";
import { type FormAction, freshForm } from "@/lib/auth/form-state";

export interface PingAnswer {
  ok: boolean;
  /** What it answered, in a sentence. */
  said: string;
  responseBody: string | null;
  eventId: string;
}

interface PingWords {
  send: string;
  see: string;
  answer: string;
}

/** Sends a ping and shows what the endpoint answered, in place. */
export function PingForm(props: {
  action: FormAction<PingAnswer>;
  hidden: { id: string; mode: string };
  words: PingWords;
}) {
  const { action, hidden, words } = props;
  const [state, send] = useActionState(action, { ...freshForm, result: null });
  return (
    <FormBody {...{ state, send, hidden }} fields={[]} submit={words.send}>
      {state.result ? <Answer answer={state.result} mode={hidden.mode} words={words} /> : null}
    </FormBody>
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

"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";

export interface UploadTexts {
  label: string;
  help: string;
  submit: string;
  /** "%p % sent" */
  progress: string;
  broken: string;
}

/** Sends one file. A plain form without scripts; with them it shows how much is sent and stays on the page. */
export function UploadForm({ action, name, texts }: { action: string; name: string; texts: UploadTexts }) {
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sent !== null) return;
    const request = new XMLHttpRequest();
    const fail = (text?: string) => {
      setSent(null);
      setProblem(text ?? texts.broken);
    };
    request.upload.onprogress = ({ loaded, total }) => setSent(Math.floor((loaded / total) * 100));
    request.onerror = () => fail();
    request.onload = () => {
      const { to, problem: why } = answerOf(request.responseText);
      if (request.status === 200 && to) window.location.assign(to);
      else fail(why);
    };
    request.open("POST", action);
    request.setRequestHeader("Accept", "application/json");
    setProblem(null);
    setSent(0);
    request.send(new FormData(event.currentTarget));
  };
  return (
    <form action={action} method="post" encType="multipart/form-data" onSubmit={send} className="grid gap-3">
      <Input
        type="file"
        name={name}
        label={texts.label}
        help={texts.help}
        error={problem ?? undefined}
        required
      />
      {sent === null ? null : (
        <p role="status">
          <progress max={100} value={sent} className="w-full accent-brand" />
          {texts.progress.replace("%p", String(sent))}
        </p>
      )}
      <div>
        <Button disabled={sent !== null}>{texts.submit}</Button>
      </div>
    </form>
  );
}

function answerOf(text: string): { to?: string; problem?: string } {
  try {
    return JSON.parse(text) as { to?: string; problem?: string };
  } catch {
    return {};
  }
}

"use client";

import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { addPasskeyAction, beginPasskeyAction } from "./actions";

interface Words {
  name: string;
  nameHelp: string;
  password: string;
  /** Null where this person signs in without a second step. */
  code: string | null;
  add: string;
  needsScript: string;
  failed: string;
}

/** Creates a passkey in this browser. This needs a script, so without one the page says so. */
export function AddPasskey({ words }: { words: Words }) {
  const [isPossible, setPossible] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setPossible(typeof window.PublicKeyCredential === "function"), []);
  if (!isPossible) return <p className="text-ink-2">{words.needsScript}</p>;

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    setBusy(true);
    setProblem(null);
    const made = await make(form).catch(() => ({
      problem: words.failed,
    }));
    setBusy(false);
    // The answer brings this page along, with the new passkey and what is said of it once: loading it again could lose that.
    if ("problem" in made) setProblem(made.problem);
    else element.reset();
  }

  return (
    <form onSubmit={add} noValidate className="grid max-w-[30rem] gap-4">
      <p role="alert" className="text-bad empty:hidden">
        {problem}
      </p>
      <Input name="name" label={words.name} help={words.nameHelp} autoComplete="off" />
      <Input name="password" label={words.password} type="password" autoComplete="current-password" />
      {words.code ? <Input name="code" label={words.code} autoComplete="one-time-code" /> : null}
      <div>
        <Button look="primary" aria-busy={isBusy}>
          {words.add}
        </Button>
      </div>
    </form>
  );
}

async function make(form: FormData): Promise<{ to: string } | { problem: string }> {
  const text = (name: string) => String(form.get(name) ?? "");
  const name = text("name");
  const begun = await beginPasskeyAction(text("password"), text("code"), name);
  if ("problem" in begun) return begun;
  const { startRegistration } = await import("@simplewebauthn/browser");
  return addPasskeyAction(await startRegistration({ optionsJSON: begun }), name);
}

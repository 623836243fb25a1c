"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { beginPasskeySignInAction, passkeySignInAction } from "../passkey-actions";

/** The zone of the browser, sent along with its form. Without scripts it is empty. */
export function BrowserZone() {
  const [zone, setZone] = useState("");
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""), []);
  return <input type="hidden" name="zone" value={zone} readOnly />;
}

/** Signs in with a passkey. This needs a script, so without one there is no button. */
export function PasskeySignIn({ next, words }: { next: string; words: { button: string; failed: string } }) {
  const [isPossible, setPossible] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setPossible(typeof window.PublicKeyCredential === "function"), []);
  if (!isPossible) return null;

  async function signIn() {
    setBusy(true);
    setProblem(null);
    const answer = await ask(next).catch(() => ({ problem: words.failed }));
    if ("to" in answer) window.location.assign(answer.to);
    else {
      setProblem(answer.problem);
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <Button type="button" onClick={signIn} aria-busy={isBusy}>
        {words.button}
      </Button>
      <p role="status" className="text-label text-bad empty:hidden">
        {problem}
      </p>
    </div>
  );
}

async function ask(next: string): Promise<{ to: string } | { problem: string }> {
  const begun = await beginPasskeySignInAction();
  if ("problem" in begun) return begun;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return passkeySignInAction(await startAuthentication({ optionsJSON: begun }), next);
}
